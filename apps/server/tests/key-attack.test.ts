/** Attacks with public keys for which nothing can be wrapped, stored over the API or inserted into the database. */
import * as contracts from '@earth/contracts';
import { canWrap, importPrivateKeys, openText, sealText } from '@earth/crypto';
import { createKeyBundle } from '@earth/crypto/own-keys';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addCompany, addPerson } from '../testing/crowd';
import { isPush } from '../testing/frames';
import { codeOf, enter } from '../testing/guest';
import { prepareKeys, addPersonWithKeys } from '../testing/own-keys';
import { type SignedInClient, startTestServer, type TestServer } from '../testing/start-test-server';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ MAX_USERS_IN_CALL: '-1' });
});
afterAll(() => server.close());

/** Well formed, but unusable: X25519 and Ed25519 of 32 zero bytes, RSA of an even modulus. */
function broken(publicKey: string): string {
  const bundle = JSON.parse(publicKey) as { keys: Record<string, string>[] };
  const keys = bundle.keys.map((key) =>
    key['kid'] === 'rsa'
      ? { ...key, n: Buffer.concat([Buffer.alloc(255, 0xc1), Buffer.from([2])]).toString('base64url') }
      : { ...key, x: Buffer.alloc(32).toString('base64url') },
  );
  return JSON.stringify({ ...bundle, keys });
}

/** A person of that company with keys, and the recipient that opens with them. */
async function addSealed(companyCode: string, role: contracts.RoleCode = 'OPERATOR') {
  const client = await addPerson(server, { companyCode, role });
  const { publicKey, privateKey } = await createKeyBundle();
  await putKey(client, publicKey);
  const reader = { uniqueId: client.contactId, keys: await importPrivateKeys(privateKey) };
  return { client, publicKey, reader };
}
const putKey = ({ contactId }: SignedInClient, publicKey: string) =>
  server.context.pool.query('update contacts set public_key = $2 where id = $1', [contactId, publicKey]);

test('refuses such a key from a colleague, who keeps the old one', async () => {
  const attacker = await addPersonWithKeys(server);
  const { publicKey, keyVault, replacedPublicKey } = await prepareKeys(attacker);
  const bad = { publicKey: broken(publicKey), keyVault, replacedPublicKey };
  await expect(attacker.call(contracts.protectKeys, bad)).rejects.toMatchObject({ code: 400 });
  expect((await attacker.call(contracts.getProfile, {})).publicKey).toBe(replacedPublicKey);
});

test('with such a key in the database «Call for help» rings all, and the others read its subject', async () => {
  const companyCode = await addCompany(server);
  const caller = await addSealed(companyCode, 'ASSISTED');
  const helpers = [await addSealed(companyCode), await addSealed(companyCode)];
  const victim = await addSealed(companyCode);
  await putKey(victim.client, broken(victim.publicKey));
  const sockets = await Promise.all([...helpers, victim].map(({ client }) => client.socket()));

  const people = [
    await caller.client.call(contracts.getProfile, {}),
    ...(await caller.client.call(contracts.listHelpers, {})),
  ];
  const can = await Promise.all(people.map(({ publicKey }) => canWrap(1, publicKey)));
  const readers = people.filter((_, index) => can[index]);
  expect(people.filter((_, index) => !can[index]).map(({ uniqueId }) => uniqueId)).toEqual([victim.client.contactId]);
  const subject = await sealText(1, 'The pump is leaking', readers);
  const request = { subject, targetContacts: [], cryptoSchema: 1 as const, forHelp: true };
  const { call } = await caller.client.call(contracts.createCall, request);

  for (const socket of sockets) {
    const { messageContent } = await socket.next(isPush('IncomingCall'));
    expect(messageContent.call.uniqueId).toBe(call.uniqueId);
  }
  for (const { reader } of helpers) expect(await openText(1, call.subject, reader)).toBe('The pump is leaking');
  expect(await openText(1, call.subject, victim.reader)).toBeNull();
});

test('the author in a call, and the caller, are guests by the server’s word, whatever name was given', async () => {
  const host = await server.signIn('operator');
  const socket = await host.socket();
  const link = await host.call(contracts.makeGuestLink, {});
  const name = (await host.call(contracts.getProfile, {})).name;
  const guest = await enter(server, codeOf(link), name);
  const request = { subject: 's', targetContacts: [host.contactId], cryptoSchema: 0 as const };
  const { call } = await guest.call(contracts.createCall, request);
  const { messageContent } = await socket.next(isPush('IncomingCall'));
  expect(messageContent.caller).toMatchObject({ name, isGuest: true });
  const id = call.uniqueId;
  await host.call(contracts.joinCall, { id });
  await guest.call(contracts.sendCallMessage, { id, message: 'Open the valve', cryptoSchema: 0 });
  await host.call(contracts.sendCallMessage, { id, message: 'Why?', cryptoSchema: 0 });
  const senders = (await host.call(contracts.listCallMessages, { id })).map(({ sender }) => sender);
  expect(senders).toEqual([
    { uniqueId: guest.contactId, name, isGuest: true },
    { uniqueId: host.contactId, name },
  ]);
});
