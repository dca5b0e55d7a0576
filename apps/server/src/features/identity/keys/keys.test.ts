import { randomUUID } from 'node:crypto';
import * as contracts from '@earth/contracts';
import { openText, sealText } from '@earth/crypto';
import { lockVault } from '@earth/crypto/own-keys';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { addDevice, addPerson } from '../../../../testing/crowd';
import { isPush } from '../../../../testing/frames';
import { addPersonWithKeys, prepareKeys, protect, unlock } from '../../../../testing/own-keys';
import { refusal, type SignedInClient, startTestServer, type TestServer } from '../../../../testing/start-test-server';

const PATH = '/services/keys';
const TEXT = 'Close valve 2 first';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

/** People of one company who know nobody yet. */
let luca: SignedInClient;
let giulia: SignedInClient;
beforeEach(async () => {
  [luca, giulia] = await Promise.all([addPersonWithKeys(server), addPersonWithKeys(server)]);
});

const keysOf = (client: SignedInClient) => client.call(contracts.getKeys, {});
const profileOf = (client: SignedInClient) => client.call(contracts.getProfile, {});
const pairOf = (one: SignedInClient, other: SignedInClient) =>
  one.call(contracts.createRoom, { targetContacts: [other.contactId], cryptoSchema: 0 });
const contactIn = async (client: SignedInClient, id: string, contactId: string) => {
  const people = await client.call(contracts.listRoomParticipants, { id });
  const found = people.find(({ contact }) => contact.uniqueId === contactId);
  if (!found) throw new Error('No participant of the room has that id');
  return found.contact;
};

test.each(['GET', 'POST', 'PUT'])('%s is for people who are signed in', async (method) => {
  const { status, json } = await server.visitor().raw(PATH, { method });
  expect([status, json]).toMatchObject([401, { data: { error: 'notSignedIn' } }]);
});

test('by default the server has the private key, and there is no vault', async () => {
  const keys = await keysOf(luca);
  expect(keys).toEqual({ privateKey: expect.stringContaining('"d"') as string });
  expect(await profileOf(luca)).not.toHaveProperty('hasProtectedKeys');
});

test('protected: the new bundle is in the profile, and the server returns only the vault', async () => {
  const before = await profileOf(luca);
  const { publicKey, keyVault } = await protect(luca);
  const [former] = (await profileOf(luca)).formerKeys ?? [];
  expect(await profileOf(luca)).toMatchObject({ publicKey, hasProtectedKeys: true });
  expect(former?.publicKey).toBe(before.publicKey);
  expect(Math.abs(Date.parse(former?.replacedDate ?? '') - server.clock.now().getTime())).toBeLessThan(60_000);
  expect(await keysOf(luca)).toEqual({ keyVault });
});

test('a later sign-in gets the vault, and opens all contents with the passphrase or the code', async () => {
  const first = await server.signIn('assisted2');
  const { uniqueId, publicKey: before } = await profileOf(first);
  const old = await sealText(1, TEXT, [{ uniqueId, publicKey: before }]);
  const { passphrase, recoveryCode, publicKey } = await protect(first, lockVault);
  const sealed = await sealText(1, TEXT, [{ uniqueId, publicKey }]);

  const second = await server.signIn('assisted2');
  expect(second.privateKey).toBe('');
  for (const secret of [{ passphrase }, { recoveryCode }]) {
    const reader = await unlock(second, secret);
    expect(await openText(1, sealed, reader)).toBe(TEXT);
    expect(await openText(1, old, reader)).toBe(TEXT);
  }
  await expect(unlock(second, { passphrase: 'another passphrase' })).rejects.toThrow('wrong');
});

test('signs out and notifies the other devices of the person; this one goes on', async () => {
  const phone = await addDevice(server, luca.contactId);
  const socket = await phone.socket();
  await protect(luca);
  await socket.next(isPush('SessionEnded'));
  await expect(profileOf(phone)).rejects.toEqual(refusal('sessionEnded'));
  expect(await profileOf(luca)).toMatchObject({ hasProtectedKeys: true });
});

test('notifies those who write to the person, who see the former bundle with its end, and nobody else', async () => {
  const room = await pairOf(luca, giulia);
  const before = (await profileOf(luca)).publicKey;
  const [told, stranger] = [await giulia.socket(), await (await addPerson(server)).socket()];
  const { publicKey } = await protect(luca);
  const { messageContent } = await told.next(isPush('KeysChanged'));
  expect(messageContent).toEqual({ contactUniqueId: luca.contactId });
  const { formerKeys, ...contact } = await contactIn(giulia, room.uniqueId, luca.contactId);
  expect(contact.publicKey).toBe(publicKey);
  expect(formerKeys?.map((key) => key.publicKey)).toEqual([before]);
  expect(stranger.unread.filter(isPush('KeysChanged'))).toEqual([]);
});

test('keys are the user’s own: those of colleagues and of other companies stay as they are', async () => {
  const elena = await server.signIn('tilesOperator');
  const before = await Promise.all([profileOf(giulia), profileOf(elena), keysOf(giulia), keysOf(elena)]);
  await protect(luca);
  expect(await Promise.all([profileOf(giulia), profileOf(elena), keysOf(giulia), keysOf(elena)])).toEqual(before);
  // A vault for another person's bundle is refused.
  const { publicKey, keyVault } = await prepareKeys(giulia);
  for (const other of [elena, luca]) {
    const { publicKey: replacedPublicKey } = await profileOf(giulia);
    await expect(other.call(contracts.protectKeys, { publicKey, keyVault, replacedPublicKey })).rejects.toEqual(
      refusal('keysChanged'),
    );
  }
});

test('of two devices that switch it on at once one succeeds, and the other is refused', async () => {
  const phone = await addDevice(server, luca.contactId);
  const both = await Promise.all([prepareKeys(luca), prepareKeys(phone)]);
  const results = await Promise.allSettled(
    [luca, phone].map((device, index) => {
      const { publicKey, keyVault, replacedPublicKey } = both[index] ?? both[0];
      return device.call(contracts.protectKeys, { publicKey, keyVault, replacedPublicKey });
    }),
  );
  expect(results.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
});

test('lost both: a new bundle in a new vault, without the former private key', async () => {
  const { publicKey: lost } = await protect(luca);
  const made = await prepareKeys(luca, lockVault);
  const { publicKey, keyVault, replacedPublicKey } = made;
  expect(replacedPublicKey).toBe(lost);
  await luca.call(contracts.protectKeys, { publicKey, keyVault, replacedPublicKey });
  const profile = await profileOf(luca);
  expect(profile).toMatchObject({ publicKey, hasProtectedKeys: true });
  expect(profile.formerKeys).toHaveLength(2);
  expect(profile.formerKeys?.[0]?.publicKey).toBe(lost);
  const reader = await unlock(luca, made);
  const old = await sealText(1, TEXT, [{ uniqueId: luca.contactId, publicKey: lost }]);
  expect(await openText(1, old, reader)).toBeNull();
});

test('refuses a former bundle', async () => {
  const { publicKey: first, keyVault } = await protect(luca);
  const next = await prepareKeys(luca);
  await luca.call(contracts.protectKeys, { ...next });
  const back = { publicKey: first, keyVault, replacedPublicKey: next.publicKey };
  await expect(luca.call(contracts.protectKeys, back)).rejects.toEqual(refusal('keysChanged'));
  const same = { publicKey: next.publicKey, keyVault, replacedPublicKey: next.publicKey };
  await expect(luca.call(contracts.protectKeys, same)).rejects.toEqual(refusal('keysChanged'));
});

test('another passphrase: another vault for the same bundle, as long as it is the person’s', async () => {
  const { publicKey } = await protect(luca);
  const { keyVault } = await prepareKeys(luca);
  await luca.call(contracts.changeKeyVault, { publicKey, keyVault });
  expect(await keysOf(luca)).toEqual({ keyVault });
  expect((await profileOf(luca)).publicKey).toBe(publicKey);

  const stale = { publicKey: (await profileOf(giulia)).publicKey, keyVault };
  for (const person of [luca, giulia])
    await expect(person.call(contracts.changeKeyVault, stale)).rejects.toEqual(refusal('keysChanged'));
  expect(await keysOf(giulia)).toHaveProperty('privateKey');
});

test('refuses an invalid public bundle or vault, and changes nothing', async () => {
  const good = await prepareKeys(luca);
  const { publicKey, keyVault, replacedPublicKey, privateKey } = good;
  const fields = { publicKey, keyVault, replacedPublicKey };
  const vault = JSON.parse(keyVault) as Record<string, unknown>;
  for (const [field, wrong] of [
    ['publicKey', { publicKey: '{}' }],
    ['publicKey', { publicKey: privateKey }],
    ['publicKey', { publicKey: '' }],
    ['keyVault', { keyVault: '' }],
    ['keyVault', { keyVault: '{}' }],
    ['keyVault', { keyVault: JSON.stringify({ ...vault, Version: 2 }) }],
    ['keyVault', { keyVault: JSON.stringify({ ...vault, RecoverySalt: 'AAAA' }) }],
    ['keyVault', { keyVault: JSON.stringify({ ...vault, Sealed: 'A'.repeat(contracts.KEY_VAULT_CHARS_MAX) }) }],
    ['replacedPublicKey', { replacedPublicKey: '' }],
  ] as const)
    await expect(luca.call(contracts.protectKeys, { ...fields, ...wrong }), field).rejects.toMatchObject({
      code: 400,
      message: expect.stringContaining(field),
    });
  await expect(luca.call(contracts.changeKeyVault, { publicKey, keyVault: 'x' })).rejects.toMatchObject({ code: 400 });
  expect(await keysOf(luca)).toEqual({ privateKey: good.formerPrivateKey });
});

/** The bundle with other bytes in one of its keys; its form stays valid. */
function withBytes(publicKey: string, kid: string, member: string, bytes: Buffer): string {
  const bundle = JSON.parse(publicKey) as { keys: Record<string, string>[] };
  const value = bytes.toString('base64url');
  return JSON.stringify({
    ...bundle,
    keys: bundle.keys.map((key) => (key['kid'] === kid ? { ...key, [member]: value } : key)),
  });
}

test.each([
  ['X25519, 32 zero bytes', 'x25519', 'x', Buffer.alloc(32)],
  ['Ed25519, no point of the curve', 'ed25519', 'x', Buffer.alloc(32, 2)],
  ['Ed25519, the neutral point', 'ed25519', 'x', Buffer.concat([Buffer.from([1]), Buffer.alloc(31)])],
  ['RSA, n = 0xff…', 'rsa', 'n', Buffer.alloc(256, 0xff)],
  ['RSA, an even n', 'rsa', 'n', Buffer.concat([Buffer.alloc(255, 0xc1), Buffer.from([2])])],
])('does not store a key that only looks valid, so that it breaks nobody’s sealing: %s', async (_, ...one) => {
  const { publicKey, keyVault, replacedPublicKey } = await prepareKeys(luca);
  const bad = withBytes(publicKey, ...one);
  await expect(luca.call(contracts.protectKeys, { publicKey: bad, keyVault, replacedPublicKey })).rejects.toMatchObject(
    { code: 400, message: expect.stringContaining('publicKey') },
  );
  expect((await profileOf(luca)).publicKey).toBe(replacedPublicKey);
});

/** The person signed in so many minutes ago. */
const ageOf = (client: SignedInClient, minutes: number) =>
  server.context.pool.query(
    `update sessions set created_at = created_at - make_interval(mins => $2) where contact_id = $1`,
    [client.contactId, minutes],
  );

test('the finder of a session gets no private key, and cannot replace keys or vault', async () => {
  const made = await prepareKeys(luca);
  const { publicKey, keyVault, replacedPublicKey } = made;
  await ageOf(luca, 31);
  const again = refusal('signInAgain');
  await expect(keysOf(luca)).rejects.toEqual(again);
  await expect(luca.call(contracts.protectKeys, { publicKey, keyVault, replacedPublicKey })).rejects.toEqual(again);
  expect((await profileOf(luca)).publicKey).toBe(replacedPublicKey);

  const phone = await addDevice(server, luca.contactId);
  const own = await protect(phone);
  await ageOf(phone, 31);
  const other = { publicKey: own.publicKey, keyVault };
  await expect(phone.call(contracts.changeKeyVault, other)).rejects.toEqual(again);
  expect(await keysOf(phone)).toEqual({ keyVault: own.keyVault });
});

test('switching to another company is no new sign-in', async () => {
  const anna = await server.signIn('multi');
  await ageOf(anna, 31);
  const device = { deviceId: anna.deviceId, appOs: 'web', model: 'test' } as const;
  for (const customerCode of ['TILES', 'DEMO']) {
    const { token } = await anna.call(contracts.changeCustomer, { customerCode, ...device });
    anna.token = token.token;
  }
  await expect(keysOf(anna)).rejects.toEqual(refusal('signInAgain'));
});

test('refuses switching to the present company: an old session gets no new one, and no private key', async () => {
  const anna = await server.signIn('multi');
  await ageOf(anna, 31);
  for (const deviceId of [anna.deviceId, randomUUID()]) {
    const moving = anna.call(contracts.changeCustomer, { customerCode: 'DEMO', deviceId, appOs: 'web', model: 'test' });
    await expect(moving).rejects.toEqual(refusal('notFound'));
  }
  await expect(keysOf(anna)).rejects.toEqual(refusal('signInAgain'));
});
