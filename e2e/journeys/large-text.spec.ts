/** Text of twice the size on a phone of 320 px: nothing is cut off, nothing scrolls sideways, and a finger finds every control. */
import { expectReadable, expectWholeScreen, readLargeText } from '../world/large-text';
import { pastCalls } from '../world/past-calls';
import { lineOf, openRoomWith, writeInRoom } from '../world/rooms';
import { signIn } from '../world/sign-in';
import { expect, test } from '../world/test';

const PUBLIC = [
  '/earth',
  '/preferiti',
  '/notices',
  '/contact',
  '/credits',
  '/terms',
  '/login/',
  '/content-kml?cid=13733',
];
const MINE = ['/', '/people', '/rooms', '/settings', '/settings/keys', '/notifications'];
const SECTIONS = [
  'contents',
  'menu',
  'scenes',
  'catalogues',
  'people',
  'leads',
  'notices',
  'statistics',
  'usage',
  'company',
  'webhooks',
  'tokens',
  'log',
];

for (const language of ['en', 'it'] as const) {
  test(`a visitor, ${language}`, async ({ visitor }) => {
    const { page } = await visitor('assisted', { device: 'phone', language });
    await readLargeText(page);

    for (const path of PUBLIC) await expectReadable(page, path);
    await page.goto('/earth');
    const entries = page.locator('main a[href*="-list/"]');
    await expect(entries.first()).toBeVisible();
    const lists = await entries.evaluateAll((all) => all.map((one) => one.getAttribute('href') ?? ''));
    const details: string[] = [];
    for (const list of new Set(lists)) {
      await expectReadable(page, list);
      const [first] = await page
        .locator('main a[href*="content-detail/"]')
        .evaluateAll((all) => all.map((one) => one.getAttribute('href') ?? ''));
      if (first !== undefined) details.push(first);
    }
    expect(details.length).toBeGreaterThan(1);
    for (const detail of new Set(details)) await expectReadable(page, detail);
  });

  for (const who of ['assisted', 'operator'] as const)
    test(`the pages of ${who}, ${language}`, async ({ person }) => {
      const giulia = await person('operator2', { language: 'en' });
      const me = await person(who, { device: 'phone', language });
      await openRoomWith(giulia, me);
      await writeInRoom(giulia, 'The seal of the feed pump drips, see https://pump.example/manuals/feed-pump-p-204');
      await expect(lineOf(giulia, 'drips')).toContainText(/Sent|Delivered/);
      const { page } = me;
      await readLargeText(page);

      for (const path of MINE) await expectReadable(page, path);
      await page.goto('/rooms');
      await page.getByRole('link').filter({ hasText: giulia.name }).click();
      await expect(lineOf(me, 'drips')).toBeVisible();
      await expectWholeScreen(page, 'a chat');
      await page.getByRole('button', { name: /^(Details|Dettagli)$/ }).click();
      await expectWholeScreen(page, 'the details of a chat');
      await page.goto('/people');
      await page.getByRole('link', { name: 'Paolo Neri' }).click();
      await expect(page.getByRole('heading', { name: 'Paolo Neri' })).toBeVisible();
      await expectWholeScreen(page, 'a person');
      if (who === 'assisted') return;
      await page.goto('/people');
      await page.getByRole('button', { name: /^(Add|Aggiungi)$/ }).click();
      await page.getByRole('menuitem', { name: /^(Invite by link|Invita con un link)/ }).click();
      await page.getByText(/^(Send by e-mail or SMS|Invia per e-mail o SMS)$/).click();
      await expectWholeScreen(page, 'a guest link');
    });

  test(`the history, the pages of calls, and their reports, ${language}`, async ({ visitor, server }) => {
    await pastCalls(server, 6);
    const giulia = await visitor('operator', { device: 'phone', language });
    const { page } = giulia;
    await signIn(server, giulia);
    await readLargeText(page);

    await expectReadable(page, '/calls');
    await page
      .getByRole('link', { name: /Luca Moretti/ })
      .first()
      .click();
    await expect(page.getByRole('heading', { name: 'Luca Moretti' })).toBeVisible();
    await expectWholeScreen(page, 'the page of a call');
    await page.getByRole('button', { name: /^(Add reference and tags|Aggiungi riferimento e tag)$/ }).click();
    await expectWholeScreen(page, 'the reference of a call');
    await page.emulateMedia({ media: 'print' });
    await expect(page.getByTestId('report')).toContainText('Feed pump P-204');
    await expectWholeScreen(page, 'the report of a call');
  });

  test(`the back office, ${language}`, async ({ person }) => {
    const { page } = await person('admin', { device: 'phone', language });
    await readLargeText(page);

    await expectReadable(page, '/admin');
    for (const section of SECTIONS) await expectReadable(page, `/admin/${section}`);
  });
}

test('the list of shortcuts has the focus, and keys scroll to its end', async ({ person }) => {
  const { page } = await person('operator');
  await readLargeText(page);
  await page.setViewportSize({ width: 800, height: 700 });
  await page.goto('/people');
  await expect(page.getByRole('searchbox')).toBeVisible();
  await page.keyboard.press('?');
  const dialog = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  await expect(dialog).toBeFocused();
  await expectWholeScreen(page, 'the shortcuts');
  await page.keyboard.press('End');
  await expect(dialog.getByRole('button', { name: 'Close' })).toBeInViewport({ ratio: 1 });
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
});
