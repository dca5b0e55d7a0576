/** AR: the field user's hands, seen by a second camera, lie over the snapshot on each screen. */
import sharp from 'sharp';
import { apart, openSnapshot, type Spot } from '../world/drawing';
import { giveHandCamera, HAND_CAMERA, showHand } from '../world/hand-camera';
import { inspect } from '../world/inspect';
import { countOwnTracks, expectFilm } from '../world/media';
import type { Person } from '../world/person';
import { signIn } from '../world/sign-in';
import { remoteVideoOf, shownSnapshotOf, takeSnapshot, talk } from '../world/steps';
import { expect, test } from '../world/test';

test.use({ settings: { AR_ENABLED: 'true' } });

/** The middle of the hand, and a place beside it, as shares of the picture. */
const { width, height, hand } = HAND_CAMERA;
const IN_HAND: Spot = [(hand.left + hand.width / 2) / width, (hand.top + hand.height / 2) / height];
const BESIDE: Spot = [(hand.left + hand.width * 1.4) / width, IN_HAND[1]];

/** What the screen shows at a place of the snapshot, with everything that lies over it. */
async function seenAt(person: Person, [x, y]: Spot) {
  const box = await shownSnapshotOf(person).boundingBox();
  if (!box) throw new Error('No snapshot is shown');
  const clip = { x: Math.round(box.x + box.width * x), y: Math.round(box.y + box.height * y), width: 1, height: 1 };
  const { data } = await sharp(await person.page.screenshot({ clip }))
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  return [data[0] ?? 0, data[1] ?? 0, data[2] ?? 0] as const;
}

const expectHand = (person: Person) =>
  expect.poll(async () => apart(await seenAt(person, IN_HAND), hand.color)).toBeLessThan(60);

const arButton = ({ page }: Person, how: 'on' | 'off') =>
  page.getByRole('button', { name: new RegExp(`^Turn AR ${how}`) });

/** Luca has a second camera and AR on, and its background is learnt. */
async function learn(luca: Person) {
  await arButton(luca, 'on').click();
  await expect(luca.page.getByText('AR is ready')).toBeVisible();
}

test('A1.6, A4.30: hands are seen over the selected snapshot at the same place on both screens, until it is deselected', async ({
  visitor,
  server,
}, testInfo) => {
  const giulia = await visitor('operator');
  const luca = await visitor('assisted');
  await giveHandCamera(luca.page);
  for (const one of [giulia, luca]) await signIn(server, one);
  await talk(luca, giulia);
  await learn(luca);
  await inspect(luca.page);
  await takeSnapshot(giulia);
  await openSnapshot(giulia);
  const hands = giulia.page.getByRole('img', { name: 'Luca’s hands on the snapshot' });
  await expect(hands).toBeVisible();
  await expect(luca.page.getByRole('img', { name: 'Your hands on the snapshot' })).toBeVisible();
  // Of each screen by itself: they show the snapshot in different sizes.
  const before = new Map<Person, readonly [number, number, number]>();
  for (const person of [giulia, luca]) {
    expect(apart(await seenAt(person, IN_HAND), hand.color)).toBeGreaterThan(60);
    before.set(person, await seenAt(person, BESIDE));
  }

  await showHand(luca.page, true);
  for (const [person, beside] of before) {
    await expectHand(person);
    await expect.poll(async () => apart(await seenAt(person, BESIDE), beside)).toBeLessThan(12);
  }
  await giulia.page.screenshot({ path: testInfo.outputPath('operator.png') });
  await luca.page.screenshot({ path: testInfo.outputPath('assisted.png') });
  await showHand(luca.page, false);
  await expect.poll(async () => apart(await seenAt(giulia, IN_HAND), hand.color)).toBeGreaterThan(60);

  await luca.page.getByRole('button', { name: 'Learn again' }).click();
  await expect(hands).toBeHidden();
  await expect(hands).toBeVisible();
  await giulia.page.keyboard.press('Escape');
  await expect(hands).toHaveCount(0);
  await expectFilm(remoteVideoOf(giulia), luca.film);
});

test('A2.6, A2.8: AR has a camera of its own, and goes on and off a hundred times without growing memory', async ({
  visitor,
  server,
}) => {
  const giulia = await visitor('operator');
  const luca = await visitor('assisted');
  const { page } = luca;
  await giveHandCamera(page);
  for (const one of [giulia, luca]) await signIn(server, one);
  await talk(luca, giulia);
  await page.getByRole('button', { name: 'Devices' }).click();
  const picker = page.getByRole('combobox', { name: 'AR camera' });
  expect(await picker.getByRole('option').allTextContents()).toEqual(['Automatic', HAND_CAMERA.label]);
  await picker.selectOption(HAND_CAMERA.label);
  const devices = page.getByRole('dialog', { name: 'Devices' });
  // The first one may only close the list of the picker.
  await expect(async () => {
    await page.keyboard.press('Escape');
    await expect(devices).toBeHidden({ timeout: 1_000 });
  }).toPass();
  await learn(luca);
  await arButton(luca, 'off').click();
  const [tracks, workers, heap] = [await countOwnTracks(page), page.workers().length, await heapOf(luca)];

  await page.evaluate(async () => {
    let lastLabel: string | null = null;
    for (let presses = 0; presses < 200; ) {
      const button = document.querySelector<HTMLElement>('[aria-label^="Turn AR"]');
      // On a busy machine the button shows its new state some frames later.
      if (button && button.ariaLabel !== lastLabel) {
        lastLabel = button.ariaLabel;
        button.click();
        presses += 1;
      }
      await new Promise((resolve) => requestAnimationFrame(resolve));
    }
  });

  await expect(arButton(luca, 'on')).toBeVisible();
  await expect.poll(() => countOwnTracks(page)).toBe(tracks);
  await expect.poll(() => page.workers().length).toBe(workers);
  expect((await heapOf(luca)) - heap).toBeLessThan(4_000_000);
  await learn(luca);
});

/** Bytes in use on the page, without garbage. */
async function heapOf({ page }: Person) {
  const browser = await page.context().newCDPSession(page);
  await browser.send('HeapProfiler.collectGarbage');
  const { usedSize } = (await browser.send('Runtime.getHeapUsage')) as { usedSize: number };
  await browser.detach();
  return usedSize;
}
