/** What a sign-out leaves in IndexedDB, and on the disk and among the choices of the mobile shell. */
import { clear, get, set } from 'idb-keyval';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { testContact, testProfile } from '../../testing/people';
import { createDeviceCache } from '../storage/device-cache';
import { currentScope, session } from '../index';
import { recordKnownKeys } from '../crypto/known-keys';
import { writeNotificationLanguage, readNotificationLanguage, writeAreTextsShown } from '../push/notification-texts';
import { storeAnswer } from '../push/notification-answer';
import { createUnsentStore } from '../storage/unsent';
import { choose, isChosen } from '../storage/device-choices';
import { standInShell } from '../../testing/shell';
import { giveConfig } from '../../testing/config';

giveConfig({ callsEnabled: false });

const locks = {
  request: async (_: string, __: unknown, run: LockGrantedCallback<unknown>) =>
    void run({ name: '', mode: 'exclusive' }),
} as LockManager;

const done = <T>(request: IDBRequest<T>) =>
  new Promise<T>((resolve, reject) => {
    request.addEventListener('success', () => resolve(request.result));
    request.addEventListener('error', () => reject(request.error ?? new Error('The database cannot be read')));
  });

/** The entries of all databases, as `database/key`. */
async function kept(): Promise<string[]> {
  const found: string[] = [];
  for (const { name = '' } of await indexedDB.databases()) {
    const database = await done(indexedDB.open(name));
    for (const store of database.objectStoreNames) {
      const keys = await done(database.transaction(store).objectStore(store).getAllKeys());
      found.push(...keys.map((key) => `${name}/${typeof key === 'string' ? key : JSON.stringify(key)}`));
    }
    database.close();
  }
  return found.toSorted();
}

/** The state after a user has read, written, seen others' keys, and received a call. */
beforeEach(async () => {
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')));
  const me = testProfile();
  session.store.setState({ status: 'signedIn', profile: me }, true);
  await set('pk', { rsa: 'a key' });
  await createUnsentStore(me.uniqueId, locks).keep({
    fields: { id: 'call', message: 'sealed', cryptoSchema: 1, clientId: 'c' },
  });
  await createDeviceCache(me.uniqueId).keep('rooms', ['The seal drips']);
  await recordKnownKeys(currentScope(), [testContact()]);
  await writeAreTextsShown(false);
  await storeAnswer({ callUniqueId: 'call', answer: 'accept' });
  writeNotificationLanguage('it');
  await expect.poll(readNotificationLanguage).toBe('it');
});

afterEach(() => vi.unstubAllGlobals());

test.each([
  ['the user signs out, whether or not the server hears of it', () => session.signOut()],
  ['the server has ended the session', () => session.end(true)],
])('leaves only the language of notifications in the databases when %s', async (_, leave) => {
  expect(await kept()).toEqual([
    'cache/key',
    'cache/rooms',
    'keyval-store/answer',
    'keyval-store/known-keys',
    'keyval-store/noticeLanguage',
    'keyval-store/noticeTexts',
    'keyval-store/pk',
    expect.stringMatching(/^unsent\//),
  ]);

  await leave();

  await expect.poll(kept).toEqual(['keyval-store/noticeLanguage']);
  expect(await get('noticeLanguage')).toBe('it');
});

test('in the mobile shell, deletes the files that were handed to other apps', async () => {
  const rmdir = vi.fn<(folder: unknown) => Promise<void>>(async () => undefined);
  vi.stubGlobal('Capacitor', { isNativePlatform: () => true, Plugins: { Filesystem: { rmdir } } });

  await session.signOut();

  const folder = { path: 'given', directory: 'CACHE', recursive: true };
  await expect.poll(() => rmdir.mock.calls).toContainEqual([folder]);
});

test('in the mobile shell, what one user has allowed does not hold for the next; a visitor’s choice stays', async () => {
  const done = () => undefined;
  const shell = standInShell({
    Filesystem: { rmdir: done },
    FirebaseAnalytics: { setEnabled: done, resetAnalyticsData: done },
  });
  const choices = () => [isChosen('nearbyWanted'), isChosen('analyticsAllowed')];
  const chooseAll = () => {
    choose('nearbyWanted', true);
    choose('analyticsAllowed', true);
  };
  chooseAll();
  await session.signOut();
  await expect.poll(choices).toEqual([false, false]);
  await expect.poll(() => shell.optionsOf('FirebaseAnalytics', 'setEnabled')).toContainEqual({ enabled: false });

  chooseAll();
  await clear();
  session.store.setState({ status: 'starting' }, true);
  await session.start();
  expect(session.store.getState().status).toBe('signedOut');
  expect(choices()).toEqual([true, true]);
});
