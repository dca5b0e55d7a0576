/** What remains in a browser after a sign-out: only data of the device, and public data. */
import type { Page } from '@playwright/test';
import { countCached, lineOf, roomOf, writeInRoom } from '../world/rooms';
import { expect, test } from '../world/test';

test.use({ serviceWorkers: 'allow' });

/** The stored entries of this origin: databases as `database/key`, and cached files. */
const readStored = (page: Page) =>
  page.evaluate(async () => {
    const done = <T>(request: IDBRequest<T>) =>
      new Promise<T>((resolve, reject) => {
        request.addEventListener('success', () => resolve(request.result));
        request.addEventListener('error', () => reject(request.error ?? new Error('The database cannot be read')));
      });
    const entries: string[] = [];
    for (const { name = '' } of await indexedDB.databases()) {
      const database = await done(indexedDB.open(name));
      for (const store of Array.from(database.objectStoreNames)) {
        const keys = await done(database.transaction(store).objectStore(store).getAllKeys());
        for (const key of keys) entries.push(`${name}/${typeof key === 'string' ? key : JSON.stringify(key)}`);
      }
      database.close();
    }
    const caches = await window.caches.keys();
    const requests = await Promise.all(caches.map(async (name) => (await window.caches.open(name)).keys()));
    const files = requests.flat().map(({ url }) => new URL(url).pathname);
    return { entries, caches, files, texts: Object.keys(localStorage) };
  });

/** Data of the device: its id, its language, and the visitors' menu, whose page it is again. */
const OF_DEVICE = /^(deviceId|language|theme|menu)$/;
/** The app itself, and public pictures. */
const FOR_EVERYBODY = /^(shell-\w+|pictures|saved-pictures)$/;

/** Entries that may not remain. The language of notifications may. */
async function left(page: Page) {
  const { entries, caches, texts } = await readStored(page);
  return [
    ...entries.filter((entry) => entry !== 'keyval-store/noticeLanguage'),
    ...caches.filter((name) => !FOR_EVERYBODY.test(name)),
    ...texts.filter((key) => !OF_DEVICE.test(key)),
  ];
}

test('after an offline sign-out, the browser has nothing that the user has read, written, or left unsent', async ({
  person,
}) => {
  const luca = await person('assisted', { device: 'phone' });
  const giulia = await person('operator');
  const { page } = giulia;
  // The page has loaded everything it needs for the rest of the test, which is offline.
  await expect
    .poll(async () => (await readStored(page)).files)
    .toContainEqual(expect.stringMatching(/^\/assets\/ToSignIn-/));
  await expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller !== null)).toBe(true);
  await page.getByRole('link', { name: `Me: ${giulia.name}` }).click();
  await expect(page.getByRole('button', { name: 'Sign out', exact: true })).toBeVisible();
  await page.getByRole('navigation').getByRole('link', { name: 'People' }).click();
  await page.getByRole('button', { name: `Message ${luca.name}` }).click();
  await expect(page.getByRole('heading', { name: luca.name })).toBeVisible();
  await writeInRoom(giulia, 'Which valve is it?');
  await luca.page.goto('/rooms');
  await roomOf(luca, giulia.name).getByRole('link').click();
  await expect(lineOf(luca, 'Which valve is it?')).toBeVisible();
  await writeInRoom(luca, 'The red one');
  await expect(lineOf(giulia, 'The red one')).toBeVisible();
  // The key, the rooms, and a page of the room.
  await expect.poll(() => countCached(giulia)).toBeGreaterThanOrEqual(3);

  await page.context().setOffline(true);
  await writeInRoom(giulia, 'Then close it slowly');
  await expect(lineOf(giulia, 'Then close it slowly')).toContainText('Waiting for connection');
  // Each item of the later search is present now.
  await expect
    .poll(() => left(page))
    .toEqual(
      expect.arrayContaining([
        'keyval-store/pk',
        'keyval-store/known-keys',
        expect.stringMatching(/^unsent\/./),
        expect.stringMatching(/^cache\/./),
        'token',
        'profile',
        'company',
      ]),
    );

  await page.getByRole('link', { name: `Me: ${giulia.name}` }).click();
  await page.getByRole('button', { name: 'Sign out', exact: true }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Sign out' }).click();
  await expect.poll(() => left(page)).toEqual([]);

  // Back online, nothing is restored, and nothing is sent.
  await page.context().setOffline(false);
  await page.goto('/login/');
  await expect(page.getByRole('textbox', { name: 'E-mail' })).toBeVisible();
  expect(await left(page)).toEqual([]);
  await expect(lineOf(luca, 'Then close it slowly')).toHaveCount(0);
});
