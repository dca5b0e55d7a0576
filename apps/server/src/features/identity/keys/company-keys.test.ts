/** A company in which everybody protects their keys. */
import { randomUUID } from 'node:crypto';
import * as contracts from '@earth/contracts';
import { openText, sealText } from '@earth/crypto';
import { lockVault } from '@earth/crypto/own-keys';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { protect, unlock } from '../../../../testing/own-keys';
import { refusal, type SignedInClient, startTestServer, type TestServer } from '../../../../testing/start-test-server';

let server: TestServer;
let paolo: SignedInClient;
/** Of the demo company. */
let id: string;
beforeAll(async () => {
  server = await startTestServer();
  paolo = await server.signIn('admin');
  ({ id } = (await paolo.call(contracts.getProfile, {})).company);
});
afterAll(() => server.close());
afterEach(() => setRequired(false));

const setRequired = (required: boolean) => paolo.call(contracts.requireCompanyKeys, { id, required });

describe.each([
  ['GET', (client: SignedInClient, of: string) => client.call(contracts.getCompanyKeys, { id: of })],
  [
    'PUT',
    (client: SignedInClient, of: string) => client.call(contracts.requireCompanyKeys, { id: of, required: true }),
  ],
])('%s', (method, call) => {
  test('requires a session', async () => {
    const { status, json } = await server.visitor().raw(`/services/companies/${id}/keys`, { method });
    expect([status, json]).toMatchObject([401, { data: { error: 'notSignedIn' } }]);
  });

  test('is for the admin of that company only', async () => {
    for (const person of ['operator', 'assisted'] as const)
      await expect(call(await server.signIn(person), id)).rejects.toEqual(refusal('notAllowed'));
    for (const [client, of] of [
      [await server.signIn('tilesOperator'), id],
      [paolo, randomUUID()],
    ] as const)
      await expect(call(client, of)).rejects.toEqual(refusal('notFound'));
    expect(await paolo.call(contracts.getCompanyKeys, { id })).toMatchObject({ required: false });
  });

  test('refuses an unknown company', async () => {
    await expect(call(paolo, 'x')).rejects.toMatchObject({ code: 400 });
  });
});

test('accepts yes or no only', async () => {
  const wrong = { id, required: 'perhaps' as unknown as boolean };
  await expect(paolo.call(contracts.requireCompanyKeys, wrong)).rejects.toMatchObject({
    code: 400,
    message: expect.stringContaining('required'),
  });
});

test('shows the admin how many have protected their keys, without guests and other companies', async () => {
  const marco = await server.signIn('operator2');
  const { people, protectedPeople } = await paolo.call(contracts.getCompanyKeys, { id });
  expect(people).toBeGreaterThan(4);
  await protect(marco);
  expect(await setRequired(true)).toEqual({ required: true, people, protectedPeople: protectedPeople + 1 });
  const { code } = await paolo.call(contracts.makeGuestLink, {}).then(({ url }) => ({ code: url.split('#')[1] ?? '' }));
  const device = { deviceId: randomUUID(), appOs: 'web', model: 'test' } as const;
  const guest = await server.visitor().call(contracts.enterAsGuest, { code, name: 'Rosa Blu', ...device });
  // A guest has nothing to protect, and needs keys for the call.
  expect(guest.login).toHaveProperty('privateKey');
  expect(await paolo.call(contracts.getCompanyKeys, { id })).toMatchObject({ people });
});

test('a person without protected keys gets no private key at the sign-in, sets them up, and reads older contents', async () => {
  const luca = await server.signIn('assisted');
  const { uniqueId, publicKey: before } = await luca.call(contracts.getProfile, {});
  const old = await sealText(1, 'Close valve 2', [{ uniqueId, publicKey: before }]);
  await setRequired(true);
  expect(await luca.call(contracts.getProfile, {})).toMatchObject({ company: { requiresProtectedKeys: true } });

  const second = await server.signIn('assisted');
  expect(second.privateKey).toBe('');
  const { passphrase, keyVault } = await protect(second, lockVault);
  const third = await server.signIn('assisted');
  expect(await third.call(contracts.getKeys, {})).toEqual({ keyVault });
  expect(await openText(1, old, await unlock(third, { passphrase }))).toBe('Close valve 2');
});

test('turned off again: people with protected keys keep them, others need none', async () => {
  await setRequired(true);
  await setRequired(false);
  const sara = await server.signIn('assisted2');
  expect(sara.privateKey).not.toBe('');
  const marco = await server.signIn('operator2');
  expect(await marco.call(contracts.getKeys, {})).toHaveProperty('keyVault');
});
