/** Known keys across sign-out and on two devices, with real keys and a server that may lie. */
import { errorOf, type KeptKnownKeys } from '@earth/contracts';
import { importPrivateKeys, openText, sealText } from '@earth/crypto';
import { createKeyBundle } from '@earth/crypto/own-keys';
import { get } from 'idb-keyval';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { testContact, testProfile } from '../../testing/people';
import { ApiError } from '../http/api-error';
import { currentScope, api, session } from '../index';
import { createKnownKeysSync } from './kept-known-keys';
import { deviceKeys } from '../session/device-keys';
import { findChanged, recordComparison } from './key-trust';
import { type KnownKeys, recordKnownKeys } from './known-keys';
import { giveConfig } from '../../testing/config';

giveConfig({ callsEnabled: false });

const own = await createKeyBundle();
const former = await createKeyBundle();
const me = testProfile({ publicKey: own.publicKey, hasProtectedKeys: true });
const giulia = testContact({ publicKey: 'hers' });
const marco = testContact({ uniqueId: '0190a000-0000-7000-8000-00000000000f', publicKey: 'his' });
const substituted = { ...giulia, publicKey: 'of somebody between' };

let server: KeptKnownKeys;

async function signIn(profile = me) {
  await deviceKeys.save({ publicKey: own.publicKey, privateKey: own.privateKey, former: [former.privateKey] });
  session.store.setState({ status: 'signedIn', profile }, true);
}
async function signOut() {
  await session.signOut();
  await expect.poll(() => get('known-keys')).toBeUndefined();
}
const compareGiulia = async () => {
  await recordKnownKeys(currentScope(), [giulia]);
  await recordComparison(currentScope(), giulia, own.publicKey, true);
};
/** The names of the compared contacts in the server's copy, opened with the user's keys. */
async function comparedOnServer(): Promise<string[]> {
  const sender = { uniqueId: me.uniqueId, publicKey: own.publicKey };
  const reader = { uniqueId: me.uniqueId, keys: await importPrivateKeys(own.privateKey) };
  const place = { kind: 'knownKeys', within: me.uniqueId, id: null } as const;
  const text = await openText(2, server.sealed ?? '', reader, { sender, place });
  const known = JSON.parse(typeof text === 'string' ? text : '{}') as KnownKeys;
  return Object.entries(known).flatMap(([id, { comparedBy }]) => (comparedBy === undefined ? [] : [id]));
}
const sync = () => currentScope().get(createKnownKeysSync);
const state = () => sync().store.getState().sync;

beforeEach(async () => {
  server = { sealed: null, version: 0 };
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')));
  vi.spyOn(api, 'getKnownKeys').mockImplementation(async () => server);
  vi.spyOn(api, 'saveKnownKeys').mockImplementation(async ({ sealed, version }) => {
    const [code, message] = errorOf('keysChanged');
    if (version !== server.version) throw new ApiError({ code, error: 'keysChanged', message });
    server = { sealed, version: version + 1 };
    return server;
  });
  vi.spyOn(api, 'forgetKnownKeys').mockImplementation(async () => {
    server = { sealed: null, version: 0 };
    return null;
  });
  await signIn();
});
afterEach(async () => {
  await signOut();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

test('notices a key that was substituted between sign-out and the next sign-in, and asks about it', async () => {
  await compareGiulia();
  await sync().switchTo(true);
  expect(server.sealed).not.toContain(giulia.uniqueId);
  await signOut();

  await signIn();
  // The server names the substituted key before the stored keys have been restored.
  await recordKnownKeys(currentScope(), [substituted]);
  expect([...(await findChanged(currentScope(), [substituted]))]).toEqual([giulia.uniqueId]);
  expect([...(await findChanged(currentScope(), [giulia]))]).toEqual([giulia.uniqueId]);
});

test('stores later comparisons too, and does not ask about unchanged keys', async () => {
  await sync().switchTo(true);
  await compareGiulia();
  await expect.poll(comparedOnServer).toEqual([giulia.uniqueId]);
  await signOut();
  await signIn();
  expect([...(await findChanged(currentScope(), [giulia]))]).toEqual([]);
  expect([...(await findChanged(currentScope(), [substituted]))]).toEqual([giulia.uniqueId]);
});

test('stores and restores nothing while the setting is off', async () => {
  await compareGiulia();
  await sync().restore();
  expect([state(), server.sealed]).toEqual(['off', null]);
  await signOut();
  await signIn();
  expect([...(await findChanged(currentScope(), [substituted]))]).toEqual([]);
  await sync().switchTo(true);
  await sync().switchTo(false);
  expect([state(), server.sealed]).toEqual(['off', null]);
});

test('merges what another device has stored meanwhile instead of overwriting it', async () => {
  await sync().switchTo(true);
  const ofBefore = server;
  await recordKnownKeys(currentScope(), [marco]);
  await recordComparison(currentScope(), marco, own.publicKey, true);
  await expect.poll(comparedOnServer).toEqual([marco.uniqueId]);
  // A second device that only has the earlier state.
  const kept = server;
  await signOut();
  await signIn();
  server = ofBefore;
  await sync().restore();
  server = kept;
  await compareGiulia();
  await expect.poll(async () => (await comparedOnServer()).length).toBe(2);
  await signOut();
  await signIn();
  const both = [substituted, { ...marco, publicKey: 'another' }];
  expect([...(await findChanged(currentScope(), both))].toSorted()).toEqual(
    [giulia.uniqueId, marco.uniqueId].toSorted(),
  );
});

test.each([
  ['that was altered', async (sealed: string) => sealed.replace(/"Message":"..../, '"Message":"AAAA')],
  [
    'made with a former key, which the server knows',
    async () => {
      const sender = { uniqueId: me.uniqueId, keys: await importPrivateKeys(former.privateKey) };
      const place = { kind: 'knownKeys', within: me.uniqueId, id: null } as const;
      const forged = { [giulia.uniqueId]: { fingerprint: 'of somebody between', changes: [], comparedBy: 'mine' } };
      return sealText(2, JSON.stringify(forged), [me], { sender, place });
    },
  ],
])('ignores a server copy %s, and notifies the user', async (_, make) => {
  await compareGiulia();
  await sync().switchTo(true);
  await signOut();
  server = { ...server, sealed: await make(server.sealed ?? '') };
  await signIn({ ...me, formerKeys: [{ publicKey: former.publicKey, replacedDate: '2030-01-01T00:00:00Z' }] });
  await sync().restore();
  expect(state()).toBe('unreadable');
  expect(await get<KnownKeys>('known-keys')).toEqual({});
});

test('stores nothing when the keys are not protected', async () => {
  await signOut();
  await signIn({ ...me, hasProtectedKeys: false });
  await compareGiulia();
  await sync().switchTo(true);
  expect([state(), server.sealed]).toEqual([null, null]);
});

test('takes the later decision of two devices', async () => {
  const { mergeKnown } = await import('./merge-known');
  const compared = { fingerprint: 'a', changes: [], comparedBy: 'mine', decidedDate: '2026-01-01T00:00:00.000Z' };
  const { comparedBy: _, ...rest } = compared;
  const changed = { ...rest, fingerprint: 'b', changes: ['2026-01-02T00:00:00.000Z'], trust: 'changed' as const };
  const accepted = { ...changed, trust: 'accepted' as const, decidedDate: '2026-01-03T00:00:00.000Z' };
  expect(mergeKnown({ g: compared }, { g: changed })).toEqual({ g: changed });
  expect(mergeKnown({ g: changed }, { g: compared })).toEqual({ g: changed });
  expect(mergeKnown({ g: changed }, { g: accepted })).toEqual({ g: accepted });
  expect(mergeKnown({ g: accepted }, { g: changed })).toEqual({ g: accepted });
  // A contact merely seen on a new device does not undo an earlier comparison.
  expect(mergeKnown({ g: { fingerprint: 'b', changes: [] } }, { g: compared })).toEqual({ g: compared });
});
