/** A user's known keys of others, sealed: the server stores them for the next sign-in, and loses nothing when two devices write. */
import * as contracts from '@earth/contracts';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { addDevice } from '../../../../testing/crowd';
import { addPersonWithKeys, type Protected, protect } from '../../../../testing/own-keys';
import { refusal, type SignedInClient, startTestServer, type TestServer } from '../../../../testing/start-test-server';

const PATH = '/services/keys/known';

let server: TestServer;
let luca: SignedInClient;
let own: Protected;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());
beforeEach(async () => {
  luca = await addPersonWithKeys(server);
  own = await protect(luca);
});

const read = (client: SignedInClient) => client.call(contracts.getKnownKeys, {});
const save = (client: SignedInClient, sealed: string, version: number, publicKey = own.publicKey) =>
  client.call(contracts.saveKnownKeys, { publicKey, sealed, version });

test.each(['GET', 'PUT', 'DELETE'])('%s is for people who are signed in', async (method) => {
  const { status, json } = await server.visitor().raw(PATH, { method });
  expect([status, json]).toMatchObject([401, { data: { error: 'notSignedIn' } }]);
});

test('another device of the same person reads what the first has stored; nobody else does', async () => {
  expect(await read(luca)).toEqual({ sealed: null, version: 0 });
  expect(await save(luca, 'sealed', 0)).toEqual({ sealed: 'sealed', version: 1 });
  expect(await read(await addDevice(server, luca.contactId))).toEqual({ sealed: 'sealed', version: 1 });
  const others = [await addPersonWithKeys(server), await server.signIn('tilesOperator')];
  for (const other of others) expect(await read(other)).toEqual({ sealed: null, version: 0 });
});

test('of two devices that overwrite one version the second is refused, and overwrites nothing', async () => {
  await save(luca, 'first', 0);
  const phone = await addDevice(server, luca.contactId);
  const results = await Promise.allSettled([save(luca, 'of the desk', 1), save(phone, 'of the phone', 1)]);
  expect(results.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
  const stored = await read(luca);
  expect(results).toContainEqual({ status: 'fulfilled', value: stored });
  await expect(save(luca, 'a former list', 0)).rejects.toEqual(refusal('keysChanged'));
  expect(await read(luca)).toEqual(stored);
});

test('is stored for the present protected keys only', async () => {
  const open = await addPersonWithKeys(server);
  const { publicKey } = await open.call(contracts.getProfile, {});
  await expect(save(open, 'sealed', 0, publicKey)).rejects.toEqual(refusal('notAllowed'));
  await expect(save(luca, 'sealed', 0, publicKey)).rejects.toEqual(refusal('keysChanged'));
});

test.each([
  ['nothing', '', '0'],
  ['more than may be kept', 'x'.repeat(contracts.KNOWN_KEYS_CHARS_MAX + 1), '0'],
  ['a version that is none', 'sealed', '-1'],
])('refuses %s', async (_, sealed, version) => {
  const body = new FormData();
  for (const [name, value] of Object.entries({ publickey: own.publicKey, sealed, version })) body.set(name, value);
  const { status } = await luca.raw(PATH, { method: 'PUT', body });
  expect(status).toBe(400);
  expect(await read(luca)).toEqual({ sealed: null, version: 0 });
});

test('storing an empty list leaves nothing on the server', async () => {
  await save(luca, 'sealed', 0);
  await luca.call(contracts.forgetKnownKeys, {});
  const { rows } = await server.context.pool.query('select 1 from known_keys where contact_id = $1', [luca.contactId]);
  expect(rows).toEqual([]);
  expect(await read(luca)).toEqual({ sealed: null, version: 0 });
});
