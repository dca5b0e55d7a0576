import { randomUUID } from 'node:crypto';
import * as contracts from '@earth/contracts';
import { tryPublicKey } from '@earth/crypto/keys';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  lastInvitation,
  privateKeyIn,
  refusal,
  type SignedInClient,
  startTestServer,
  type TestServer,
} from '../../../../testing/start-test-server';

const { ROLE_IDS } = contracts;
const DAY_MS = 24 * 3600_000;
const device = { appOs: 'web', model: 'Test' } as const;

let server: TestServer;
let operator: SignedInClient;
beforeAll(async () => {
  server = await startTestServer({ MAX_DEVICES: '3' });
});
beforeEach(async () => {
  operator = await server.signIn('operator', { deviceId: 'the-desk-of-giulia' });
});
afterAll(() => server.close());

let count = 0;
/** An invitation from the operator, and the text of its mail. */
async function invited(email?: string) {
  count += 1;
  const ada = { email: email ?? `accepting${count}@pump.example`, name: `Ada Monti ${count}` };
  const { uniqueId: id } = await operator.call(contracts.invite, { ...ada, roleUniqueId: ROLE_IDS.ASSISTED });
  return { id, ...ada, invitationCode: lastInvitation(server.context, ada.email).code };
}
type Held = Pick<Awaited<ReturnType<typeof invited>>, 'email' | 'invitationCode'>;

const accept = ({ email, invitationCode }: Held, deviceId: string = randomUUID()) =>
  server.visitor(deviceId).call(contracts.register, { email, invitationCode, deviceId, ...device });
const readInvitation = ({ email, invitationCode }: Held) =>
  server.visitor().call(contracts.readInvitation, { email, invitationCode });
const wrong = <H extends Held>(held: H): H => ({
  ...held,
  invitationCode: held.invitationCode === '0000 0000 0000' ? '1111 1111 1111' : '0000 0000 0000',
});

const contactsOf = async (email: string) =>
  (await server.context.pool.query<{ id: string }>('select * from contacts where email = $1', [email])).rows;
const namesOf = (entries: readonly contracts.AddressBookEntry[]) => entries.map(({ contact }) => contact.name);

/** The address book of the person who has just registered. */
const bookOf = ({ loginResult }: contracts.Registration) =>
  server
    .visitor()
    .call(contracts.listAddressBook, {}, { authorization: `Bearer ${loginResult.loginData.token.token}` });

describe('accepting an invitation', () => {
  test('creates the contact, signs the device in, and adds both to each other’s address books', async () => {
    const held = await invited();
    const deviceId = randomUUID();
    const notified: string[] = [];
    const unsubscribe = server.context.bus.subscribe('push', ({ contactIds, event }) => {
      if (event.messageType === 'AddressBookChanged') notified.push(...contactIds);
    });
    const registration = await accept(held, deviceId);
    unsubscribe();
    const { token, ...keys } = registration.loginResult.loginData;
    expect(registration.customer).toEqual({ code: 'DEMO', name: 'Demo Water Works' });
    expect(token.deviceId).toBe(deviceId);
    const authorization = `Bearer ${token.token}`;
    const profile = await server.visitor().call(contracts.getProfile, {}, { authorization });
    expect(profile).toMatchObject({ email: held.email, name: held.name, role: { code: 'ASSISTED' } });
    expect(await tryPublicKey(profile.publicKey)).toBe(true);
    const secret = contracts.keyBundle.parse(JSON.parse(privateKeyIn(keys))).keys.find(({ kid }) => kid === 'rsa')?.[
      'd'
    ];
    expect(JSON.stringify(await contactsOf(held.email))).not.toContain(String(secret));
    expect(namesOf(await bookOf(registration))).toEqual(['Giulia Ferri']);
    expect(namesOf(await operator.call(contracts.listAddressBook, {}))).toContain(held.name);
    expect(notified.toSorted()).toEqual([operator.contactId, profile.uniqueId].toSorted());
    const open = await operator.call(contracts.listInvitations, {});
    expect(open.filter(({ uniqueId }) => uniqueId === held.id)).toEqual([]);
  });

  test('answers with the names on the wire, and accepts `appOS`', async () => {
    const { email, invitationCode } = await invited();
    const body = new URLSearchParams({ email, invitationCode, deviceId: randomUUID(), appOS: 'ios', model: 'Phone' });
    const { status, json } = await server.visitor().raw('/services/auth?register', { method: 'POST', body });
    const token = { Token: expect.any(String), RefreshToken: expect.any(String), DeviceId: expect.any(String) };
    const data = {
      LoginResult: { LoginData: { Token: token, PrivateKey: expect.any(String) } },
      Customer: { Name: 'Demo Water Works', Code: 'DEMO' },
    };
    expect([status, json]).toEqual([200, { result: expect.anything(), data }]);
  });

  test('first shows inviter and company, and uses nothing up', async () => {
    const held = await invited();
    const shown = {
      name: held.name,
      role: 'ASSISTED',
      inviter: { name: 'Giulia Ferri' },
      customer: { code: 'DEMO', name: 'Demo Water Works' },
    };
    await expect(readInvitation(held)).resolves.toEqual({ ...shown, isKnown: false });
    const digits = { ...held, invitationCode: held.invitationCode.replaceAll(' ', '') };
    await expect(readInvitation(digits)).resolves.toEqual({ ...shown, isKnown: false });
    await expect(accept(digits)).resolves.toHaveProperty('customer');
  });

  test('gives a person of another company a contact in this one', async () => {
    const held = await invited(server.people.tilesOperator.email);
    await expect(readInvitation(held)).resolves.toMatchObject({ isKnown: false });
    await expect(accept(held)).resolves.toHaveProperty('customer.code', 'DEMO');
    expect(await contactsOf(held.email)).toHaveLength(2);
  });

  test('only signs in an existing contact, within the limit of devices', async () => {
    const known = await invited();
    await accept(known);
    const before = await contactsOf(known.email);
    const admin = await server.signIn('admin');
    const asOperator = { email: known.email, name: 'X', roleUniqueId: ROLE_IDS.OPERATOR };
    const { uniqueId: id } = await admin.call(contracts.invite, asOperator);
    const code = () => ({ email: known.email, invitationCode: lastInvitation(server.context, known.email).code });
    await expect(readInvitation(code())).resolves.toMatchObject({ isKnown: true });
    for (const deviceId of ['device-number-2', 'device-number-3'])
      await server.context.pool.query(
        `insert into sessions (id, contact_id, device_id, app_os, model, expires_at)
         values ($1, $2, $3, 'web', 'Test', now() + interval '1 year')`,
        [server.context.random.id(), before[0]?.id, deviceId],
      );
    await expect(accept(code())).rejects.toEqual(refusal('deviceLimit'));
    await expect(accept(code(), 'device-number-2')).resolves.toHaveProperty('customer.code', 'DEMO');
    expect(await contactsOf(known.email)).toEqual(before);
    expect((await admin.call(contracts.listInvitations, {})).map(({ uniqueId }) => uniqueId)).not.toContain(id);
  });

  test('succeeds once: of ten that race with a code one wins', async () => {
    const held = await invited();
    const settled = await Promise.allSettled(Array.from({ length: 10 }, () => accept(held)));
    expect(settled.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(await contactsOf(held.email)).toHaveLength(1);
  });
});

describe('an invitation cannot be accepted', () => {
  test('without the API key, or with wrong fields', async () => {
    const { email, invitationCode } = await invited();
    for (const flag of ['register', 'invitation']) {
      const path = `/services/auth?${flag}`;
      const body = () =>
        new URLSearchParams({ email, invitationCode, deviceId: randomUUID(), appOS: 'web', model: '' });
      const keyless = await server.visitor().raw(path, { method: 'POST', body: body(), headers: { 'x-api-key': 'x' } });
      expect([keyless.status, keyless.json]).toMatchObject([401, { data: { error: 'badApiKey' } }]);
      const empty = await server
        .visitor()
        .raw(path, { method: 'POST', body: new URLSearchParams({ email: 'a\nb@c.d' }) });
      expect([empty.status, empty.json]).toMatchObject([
        400,
        { data: { fields: { email: 'Email format not valid', invitationCode: 'Please fill out this field' } } },
      ]);
    }
    expect(await contactsOf(email)).toEqual([]);
  });

  test('a second time', async () => {
    const held = await invited();
    await accept(held);
    await expect(accept(held)).rejects.toEqual(refusal('invitationUsed'));
    await expect(readInvitation(held)).rejects.toEqual(refusal('invitationUsed'));
  });

  test('after 14 days, and nothing is stored', async () => {
    const held = await invited();
    server.clock.advance(14 * DAY_MS + 1000);
    await expect(accept(held)).rejects.toEqual(refusal('invitationExpired'));
    await expect(readInvitation(held)).rejects.toThrow('This invitation has expired');
    expect(await contactsOf(held.email)).toEqual([]);
  });

  test('after it was revoked', async () => {
    const held = await invited();
    await operator.call(contracts.revokeInvitation, { id: held.id });
    await expect(accept(held)).rejects.toEqual(refusal('invitationRevoked'));
    await expect(readInvitation(held)).rejects.toEqual(refusal('invitationRevoked'));
    expect(await contactsOf(held.email)).toEqual([]);
  });

  test('with the code of a mail that a newer one has replaced', async () => {
    const held = await invited();
    await operator.call(contracts.sendInvitationAgain, { id: held.id });
    await expect(accept(held)).rejects.toEqual(refusal('invitationRevoked'));
    const newer = { ...held, invitationCode: lastInvitation(server.context, held.email).code };
    await expect(accept(newer)).resolves.toHaveProperty('customer.code', 'DEMO');
  });

  test('with a wrong code, or by another address', async () => {
    const held = await invited();
    await expect(accept(wrong(held))).rejects.toEqual(refusal('invalidCode'));
    await expect(accept({ ...held, email: 'nobody@pump.example' })).rejects.toEqual(refusal('invalidCode'));
    await expect(accept({ ...held, email: (await invited()).email })).rejects.toEqual(refusal('invalidCode'));
    expect(await contactsOf(held.email)).toEqual([]);
  });
});

test('wrong codes of others do not use an invitation up', async () => {
  const held = await invited();
  for (let tries = 0; tries < 8; tries += 1)
    await expect(tries % 2 ? readInvitation(wrong(held)) : accept(wrong(held))).rejects.toEqual(refusal('invalidCode'));
  await expect(accept(held)).resolves.toHaveProperty('customer.code', 'DEMO');
});

test('deletes invitations that have long been over', async () => {
  const held = await invited();
  server.clock.advance(50 * DAY_MS);
  operator = await server.signIn('operator');
  await invited();
  const { rows } = await server.context.pool.query('select from invitations where id = $1', [held.id]);
  expect(rows).toEqual([]);
});
