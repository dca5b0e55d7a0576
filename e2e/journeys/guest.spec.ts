/** A guest without an account, by a controller's link: one call, after which their session ends. */
import type { Page } from '@playwright/test';
import { linkIn } from '../world/guest-link';
import { inspect } from '../world/inspect';
import { expectFilm } from '../world/media';
import type { Person } from '../world/person';
import {
  acceptCall,
  dismissCall,
  expectSameSafetyNumber,
  expectToSee,
  expectToSeeEachOther,
  hangUp,
  meetInCall,
  messagesOf,
  remoteVideoOf,
  ringOf,
  write,
} from '../world/steps';
import { expectOnTop } from '../world/on-top';
import { expect, test } from '../world/test';

const NAME = 'Rosa Blu';

/** Opens the link and enters a name. */
async function enterAsGuest({ page }: Person, link: string) {
  await page.goto(link);
  await page.getByRole('textbox', { name: 'Your name' }).fill(NAME);
  await page.getByRole('button', { name: 'Start the call' }).click();
}

/** What the browser stores for this origin, beside the device's language and theme. */
const readStored = (page: Page) =>
  page.evaluate(async () => ({
    tab: Object.keys(sessionStorage),
    device: Object.keys(localStorage).filter((key) => key !== 'language' && key !== 'theme'),
    databases: (await indexedDB.databases()).map(({ name }) => name),
  }));

test('a guest opens a link on a phone, enters a name, and talks to the host; afterwards nothing is stored', async ({
  person,
  visitor,
}) => {
  const giulia = await person('operator');
  const rosa = { ...(await visitor('assisted', { device: 'phone' })), name: NAME };
  await giulia.page.goto('/people');
  await giulia.page.getByRole('button', { name: 'Add', exact: true }).click();
  const edge = await giulia.page.getByRole('menu').evaluate((menu) => {
    const { left, top } = menu.getBoundingClientRect();
    return menu.contains(document.elementFromPoint(left + 4, top + 24));
  });
  expect(edge, 'the column does not cut the menu off').toBe(true);
  await giulia.page.getByRole('menuitem', { name: /^Invite by link/ }).click();
  const link = await linkIn(giulia);
  await expectOnTop(giulia.page.getByRole('img', { name: /^QR code/ }));
  await inspect(giulia.page);
  await giulia.page.getByRole('button', { name: 'Done' }).click();
  await expect(giulia.page.getByRole('heading', { name: 'Open guest links' })).toBeVisible();

  await rosa.page.goto(link);
  await expect(rosa.page.getByRole('heading', { name: 'Giulia Ferri invites you to a video call' })).toBeVisible();
  await inspect(rosa.page);
  await rosa.page.getByRole('button', { name: 'Start the call' }).click();
  await expectOnTop(rosa.page.getByText('Enter your name'));
  await enterAsGuest(rosa, link);
  await expectOnTop(ringOf(giulia, rosa));
  await acceptCall(giulia);
  await expectToSeeEachOther(giulia, rosa);
  await expect(rosa.page.getByRole('button', { name: 'Add person' })).toHaveCount(0);

  await expectSameSafetyNumber(giulia, rosa);

  await write(giulia, 'Which valve is it?');
  await expect(await messagesOf(rosa)).toHaveText([/Which valve is it\?/]);
  await write(rosa, 'The red one');
  await expect(await messagesOf(giulia)).toHaveText([/Which valve is it\?/, /The red one/]);

  // A reload returns to the call.
  await rosa.page.reload();
  await expectFilm(remoteVideoOf(rosa), giulia.film);

  await hangUp(giulia);
  await expectOnTop(rosa.page.getByRole('heading', { name: 'The call is over' }));
  await inspect(rosa.page);
  // The tab's random id remains: every request sends one, including the one for the reason of the end.
  expect(await readStored(rosa.page)).toEqual({ tab: ['deviceId'], device: [], databases: [] });
  await rosa.page.reload();
  await expectOnTop(rosa.page.getByRole('heading', { name: 'The call is over' }));
  await expect(rosa.page.getByText('ask the person who sent it for a new one')).toBeVisible();
  await dismissCall(giulia);
  await giulia.page.goto('/');
  await expect(giulia.page.getByRole('link', { name: new RegExp(NAME) }).first()).toBeVisible();
  await expect(giulia.page.getByRole('button', { name: new RegExp(`Call ${NAME}`) })).toHaveCount(0);
});

test.describe('a call of three', () => {
  test.use({ settings: { MAX_USERS_IN_CALL: '3' } });

  test('a guest joins a running call by a link made in it, and leaves when it ends', async ({ person, visitor }) => {
    const { giulia, luca } = await meetInCall(person);
    await giulia.page.getByRole('button', { name: 'Add person' }).click();
    const dialog = giulia.page.getByRole('dialog', { name: 'Add someone to the call' });
    await dialog.getByRole('button', { name: 'Invite by link' }).click();
    const link = await linkIn(giulia);
    await inspect(giulia.page);
    await giulia.page.getByRole('button', { name: 'Done' }).click();

    const rosa = { ...(await visitor('assisted2', { device: 'phone' })), name: NAME };
    await enterAsGuest(rosa, link);
    await expectToSee(rosa, giulia, luca);
    await expectToSee(giulia, luca, rosa);
    await expectToSee(luca, giulia, rosa);
    await write(rosa, 'I hear both of you');
    await expect(await messagesOf(luca)).toContainText([/I hear both of you/]);

    // With two left the call goes on; when the last account leaves it ends, for the guest too.
    await hangUp(luca);
    await expectToSee(rosa, giulia);
    await hangUp(giulia);
    await expectOnTop(rosa.page.getByRole('heading', { name: 'The call is over' }));
    await rosa.page.goto(link);
    await expect(rosa.page.getByRole('button', { name: 'Start the call' })).toHaveCount(0);
  });
});
