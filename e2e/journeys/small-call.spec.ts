/** The call made small: another page is read and used meanwhile. */
import { inspect } from '../world/inspect';
import { expectFilm, expectSound } from '../world/media';
import { expectOnTop } from '../world/on-top';
import { hangUp, meetInCall, remoteVideoOf, stageOf, takeSnapshot, tilesOf, write } from '../world/steps';
import { expect, test } from '../world/test';
import type { Person } from '../world/person';

const smallOf = ({ page }: Person) => page.getByTestId('small-call');
const shrink = ({ page }: Person) => page.getByRole('button', { name: 'Make the call small' }).click();
const enlarge = ({ page }: Person) => page.getByRole('button', { name: 'Back to the call' }).click();

test('a small call goes on over another page, shows new messages, and becomes large again', async ({ person }) => {
  const { giulia, luca } = await meetInCall(person);
  await shrink(giulia);
  await expect(stageOf(giulia)).toHaveCount(0);
  await giulia.page.getByRole('link', { name: 'Chats' }).click();
  await expect(giulia.page.getByRole('heading', { name: 'Chats' })).toBeVisible();
  await expectOnTop(smallOf(giulia));
  await expectFilm(remoteVideoOf(giulia), luca.film);
  await expectSound(giulia.page);
  await inspect(giulia.page);

  // A second call cannot be started beside it.
  await giulia.page.getByRole('link', { name: 'People' }).click();
  await giulia.page
    .getByRole('button', { name: /^Call Luca/ })
    .first()
    .click();
  await expect(giulia.page.getByText('You’re in a call. End it before you start another one.')).toBeVisible();

  await write(luca, 'The valve is open now');
  await expect(smallOf(giulia).getByRole('img', { name: 'Chat, 1 new message' })).toBeVisible();
  await smallOf(giulia).getByRole('button', { name: 'Mute' }).click();
  await enlarge(giulia);
  await expect(giulia.page.getByText('The valve is open now')).toBeVisible();
  await expect(giulia.page.getByRole('button', { name: 'Unmute' })).toBeVisible();
  await expect(smallOf(giulia)).toHaveCount(0);

  await shrink(giulia);
  await hangUp(giulia);
  await expect(smallOf(giulia)).toHaveCount(0);
});

test('on a phone too; what the operator shows makes the call large again', async ({ person }) => {
  const { giulia, luca } = await meetInCall(person);
  await shrink(luca);
  await luca.page.getByRole('link', { name: 'Chats' }).click();
  await expectOnTop(smallOf(luca));
  await inspect(luca.page);
  await takeSnapshot(giulia);
  await expect(smallOf(luca)).toBeVisible();
  await tilesOf(giulia).first().click();
  await expect(stageOf(luca)).toHaveAttribute('data-mode', 'annotations');
  await expect(smallOf(luca)).toHaveCount(0);
});

test('it stays small and goes on over pages with another shell, and without one', async ({ person }) => {
  const { giulia, luca } = await meetInCall(person);
  const { page } = giulia;
  // Else the page of the markers asks for the terms first.
  await page.evaluate(() => localStorage.setItem('accepted_terms_of_use', 'true'));
  const expectToGoOn = async () => {
    await expectOnTop(smallOf(giulia));
    await expectFilm(remoteVideoOf(giulia), luca.film);
    await expectSound(page);
    await expectFilm(remoteVideoOf(luca), giulia.film);
  };
  await shrink(giulia);
  await page.getByRole('link', { name: 'Explore' }).click();
  await expect(page.getByRole('link', { name: 'Favourites' })).toBeVisible();
  await expectToGoOn();

  await page.getByRole('link', { name: 'Assist' }).click();
  await page.getByRole('link', { name: 'Back office', exact: true }).click();
  // With the keyboard, because the small call may cover a link.
  await page.getByRole('link', { name: 'Scenes', exact: true }).press('Enter');
  await page.getByRole('link', { name: 'Print AR pictures' }).press('Enter');
  await expect(page.getByRole('heading', { name: 'AR pictures to print' })).toBeVisible();
  await expectToGoOn();
  await smallOf(giulia).getByRole('button', { name: 'Mute' }).click();
  await enlarge(giulia);
  await expect(page.getByRole('button', { name: 'Unmute' })).toBeVisible();
  await hangUp(giulia);
  await expect(stageOf(luca)).toHaveCount(0);
});

test('it is dragged to a corner, and moved there by keys or by one press, never off the screen', async ({ person }) => {
  const { giulia, luca } = await meetInCall(person);
  const expectIn = async (who: Person, x: 'left' | 'right', y: 'top' | 'bottom') => {
    await expect(smallOf(who)).toHaveAttribute('data-x', x);
    await expect(smallOf(who)).toHaveAttribute('data-y', y);
    await expect(smallOf(who)).toBeInViewport({ ratio: 1 });
    await expectOnTop(smallOf(who));
  };
  const move = ({ page }: Person) => page.getByRole('button', { name: 'Move the call' });
  await shrink(giulia);
  await expectIn(giulia, 'left', 'bottom');
  const { mouse } = giulia.page;
  const box = await smallOf(giulia).boundingBox();
  if (!box) throw new Error('The small call is not there');
  await mouse.move(box.x + 130, box.y + 100);
  await mouse.down();
  await mouse.move(box.x + 400, box.y - 200, { steps: 5 });
  await mouse.move(4_000, -200);
  await expect(smallOf(giulia)).toBeInViewport({ ratio: 1 });
  await mouse.up();
  await expectIn(giulia, 'right', 'top');
  await move(giulia).press('ArrowDown');
  await expectIn(giulia, 'right', 'bottom');
  await inspect(giulia.page);
  await enlarge(giulia);
  await shrink(giulia);
  await expectIn(giulia, 'right', 'bottom');

  await shrink(luca);
  await expectIn(luca, 'right', 'top');
  await move(luca).tap();
  await expectIn(luca, 'right', 'bottom');
  await move(luca).tap();
  await expectIn(luca, 'left', 'bottom');
  await inspect(luca.page);
});

/** The video that is in a window of its own, over other tabs and programs. */
const isFloating = ({ page }: Person) =>
  page.evaluate(() => document.pictureInPictureElement?.getAttribute('data-testid') === 'floating-picture');

test('the other’s picture floats in a window of its own, whatever the page shows, until the call ends', async ({
  person,
}) => {
  const { giulia, luca } = await meetInCall(person);
  for (const [one, other] of [
    [giulia, luca],
    [luca, giulia],
  ] as const) {
    if (one === luca) await luca.page.getByRole('button', { name: 'More', exact: true }).click();
    await one.page.getByRole('button', { name: 'Picture in picture' }).click();
    await expect.poll(() => isFloating(one)).toBe(true);
    await expectFilm(one.page.getByTestId('floating-picture'), other.film);
  }
  await shrink(giulia);
  await giulia.page.getByRole('link', { name: 'Chats' }).click();
  await expectFilm(giulia.page.getByTestId('floating-picture'), luca.film);
  expect(await isFloating(giulia)).toBe(true);
  await enlarge(giulia);
  const button = giulia.page.getByRole('button', { name: 'Picture in picture' });
  await expect(button).toHaveAttribute('aria-pressed', 'true');
  await button.click();
  await expect(button).toHaveAttribute('aria-pressed', 'false');
  expect(await isFloating(giulia)).toBe(false);

  // Without the other's picture there is nothing to float.
  await giulia.page.getByRole('button', { name: 'Turn the camera off' }).click();
  await luca.page.getByRole('button', { name: 'More', exact: true }).click();
  await expect(luca.page.getByRole('button', { name: 'Devices' })).toBeVisible();
  await expect(luca.page.getByRole('button', { name: 'Picture in picture' })).toHaveCount(0);
  await expect.poll(() => isFloating(luca)).toBe(false);
  await giulia.page.getByRole('button', { name: 'Turn the camera on' }).click();
  await luca.page.getByRole('button', { name: 'Picture in picture' }).click();
  await expect.poll(() => isFloating(luca)).toBe(true);
  await hangUp(luca);
  await expect.poll(() => isFloating(luca)).toBe(false);
});
