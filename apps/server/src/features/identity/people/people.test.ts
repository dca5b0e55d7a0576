/** The people of a company, for its admins. */
import { randomUUID } from 'node:crypto';
import * as contracts from '@earth/contracts';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { addCompany, addDevice, addPerson } from '../../../../testing/crowd';
import { isPush } from '../../../../testing/frames';
import {
  lastInvitation,
  refusal,
  type SignedInClient,
  startTestServer,
  type TestServer,
} from '../../../../testing/start-test-server';

const { ROLE_IDS } = contracts;
const PATH = '/api/back-office/people';

let server: TestServer;
/** An admin, and people of the same company. */
let paolo: SignedInClient;
let giulia: SignedInClient;
let luca: SignedInClient;
/** The admin of another company. */
let elena: SignedInClient;
let companyCode: string;
beforeAll(async () => {
  server = await startTestServer();
  elena = await addPerson(server, { role: 'ADMIN', companyCode: 'TILES' });
});
beforeEach(async () => {
  companyCode = await addCompany(server);
  paolo = await addPerson(server, { role: 'ADMIN', companyCode });
  giulia = await addPerson(server, { companyCode });
  luca = await addPerson(server, { role: 'ASSISTED', companyCode });
  await name(paolo, 'Paolo Neri');
  await name(giulia, 'Giulìa Ferri');
  await name(luca, 'Luca Moretti');
});
afterAll(() => server.close());

const name = (person: SignedInClient, words: string) =>
  server.context.pool.query('update contacts set name = $2 where id = $1', [person.contactId, words]);
type Who = Pick<SignedInClient, 'call'>;
const list = (asked: contracts.CallInput<typeof contracts.listPeople> = {}, who: Who = paolo) =>
  who.call(contracts.listPeople, asked);
const get = (who: Who, personId: string) => who.call(contracts.getPerson, { personId });
const change = (who: Who, personId: string, changed: { role?: contracts.RoleCode; isDisabled?: boolean }) =>
  who.call(contracts.changePerson, { personId, ...changed });
const endDevices = (who: Who, personId: string, deviceId?: string) =>
  who.call(contracts.endPersonDevices, { personId, deviceId });
const exportOf = (who: Who, personId: string) => who.call(contracts.exportPerson, { personId });
const remove = (who: Who, personId: string) => who.call(contracts.deletePerson, { personId });
const changesOf = async () =>
  (await paolo.call(contracts.listChanges, {})).items.map(({ action, by, title }) => [action, by, title]);

test('only admins of the company use these calls', async () => {
  const calls: readonly ((who: Who) => Promise<unknown>)[] = [
    (who) => get(who, giulia.contactId),
    (who) => change(who, giulia.contactId, { role: 'ADMIN' }),
    (who) => change(who, giulia.contactId, { isDisabled: true }),
    (who) => endDevices(who, giulia.contactId),
    (who) => exportOf(who, giulia.contactId),
    (who) => remove(who, giulia.contactId),
  ];
  for (const call of [...calls, (who: Who) => list({}, who)]) {
    await expect(call(server.visitor())).rejects.toEqual(refusal('notSignedIn'));
    await expect(call(giulia)).rejects.toEqual(refusal('notAllowed'));
    await expect(call(luca)).rejects.toEqual(refusal('notAllowed'));
  }
  for (const call of calls) await expect(call(elena)).rejects.toEqual(refusal('notFound'));
  await expect(get(paolo, randomUUID())).rejects.toEqual(refusal('notFound'));
  const bad = [
    await paolo.raw(`${PATH}/none`),
    await paolo.raw(`${PATH}?sort=keys`),
    await paolo.raw(`${PATH}/${giulia.contactId}`, { method: 'POST', body: new URLSearchParams({ role: 'OWNER' }) }),
  ];
  expect(bad.map(({ status }) => status)).toEqual([400, 400, 400]);
  await expect(get(paolo, giulia.contactId)).resolves.toMatchObject({ role: 'OPERATOR', isDisabled: false });
  await expect(giulia.call(contracts.getProfile, {})).resolves.toMatchObject({ name: 'Giulìa Ferri' });
});

test('lists the people of the company, found by name and e-mail, with their devices and the service', async () => {
  await addDevice(server, luca.contactId);
  const { items, total, service } = await list();
  expect(items.map((one) => [one.name, one.role, one.devicesCount, one.isYou])).toEqual([
    ['Giulìa Ferri', 'OPERATOR', 1, false],
    ['Luca Moretti', 'ASSISTED', 2, false],
    ['Paolo Neri', 'ADMIN', 1, true],
  ]);
  expect(total).toBe(3);
  expect(service).toEqual({
    isPaid: false,
    purchasedMinutes: 0,
    usedMinutes: 0,
    expires: null,
    requiresProtectedKeys: false,
  });
  const names = async (asked: contracts.CallInput<typeof contracts.listPeople>) =>
    (await list(asked)).items.map((one) => one.name);
  expect(await names({ query: 'GIULIA' })).toEqual(['Giulìa Ferri']);
  expect(await names({ query: luca.contactId.toUpperCase() })).toEqual(['Luca Moretti']);
  expect(await names({ query: '%' })).toEqual([]);
  expect(await names({ sort: 'role', order: 'desc', pageSize: 2 })).toEqual(['Giulìa Ferri', 'Luca Moretti']);
  expect(await names({ page: 2, pageSize: 2 })).toEqual(['Paolo Neri']);
});

test('a role is changed by another admin, never by oneself, and counts at once', async () => {
  await expect(change(paolo, giulia.contactId, { role: 'ADMIN' })).resolves.toMatchObject({ role: 'ADMIN' });
  await expect(list({}, giulia)).resolves.toMatchObject({ total: 3 });
  await expect(change(giulia, giulia.contactId, { role: 'OPERATOR' })).rejects.toEqual(refusal('notAllowed'));
  await expect(change(paolo, paolo.contactId, { isDisabled: true })).rejects.toEqual(refusal('notAllowed'));
  expect(await changesOf()).toEqual([['roleChanged', 'Paolo Neri', 'Giulìa Ferri']]);
});

test('of two admins who take each other’s role at once, one stays an admin', async () => {
  for (let time = 0; time < 5; time += 1) {
    await server.context.pool.query("update contacts set role = 'ADMIN' where id = any($1)", [
      [paolo.contactId, giulia.contactId],
    ]);
    await Promise.allSettled([
      change(paolo, giulia.contactId, { role: 'OPERATOR' }),
      change(giulia, paolo.contactId, { isDisabled: true }),
    ]);
    const { rows } = await server.context.pool.query(
      "select 1 from contacts where role = 'ADMIN' and disabled_at is null and id = any($1)",
      [[paolo.contactId, giulia.contactId]],
    );
    expect(rows).toHaveLength(1);
    await server.context.pool.query('update contacts set disabled_at = null where id = $1', [paolo.contactId]);
    const again = await addDevice(server, paolo.contactId);
    paolo.token = again.token;
  }
});

test('a disabled person is signed out everywhere, cannot sign in or be invited, until enabled again', async () => {
  const email = `${giulia.contactId}@crowd.example`;
  const socket = await giulia.socket();
  const guest = `guest.${giulia.contactId}@pump.example`;
  await giulia.call(contracts.invite, { email: guest, name: 'Ada Monti', roleUniqueId: ROLE_IDS.ASSISTED });
  const { code } = lastInvitation(server.context, guest);

  await expect(change(paolo, giulia.contactId, { isDisabled: true })).resolves.toMatchObject({
    isDisabled: true,
    devicesCount: 0,
    devices: [],
  });
  await socket.next(isPush('SessionEnded'));
  expect(await socket.closed).toBe(4401);
  await expect(giulia.call(contracts.getProfile, {})).rejects.toEqual(refusal('sessionEnded'));
  await expect(server.visitor().call(contracts.checkEmail, { email, appCode: 'earth' })).rejects.toEqual(
    refusal('unknownEmail'),
  );
  const device = { deviceId: randomUUID(), appOs: 'web', model: 'Test' } as const;
  await expect(
    server.visitor().call(contracts.register, { email: guest, invitationCode: code, ...device }),
  ).rejects.toEqual(refusal('invitationRevoked'));
  // A session that began just before counts as ended too.
  const late = await addDevice(server, giulia.contactId);
  await expect(late.call(contracts.getProfile, {})).rejects.toEqual(refusal('sessionEnded'));

  await change(paolo, giulia.contactId, { isDisabled: false });
  await expect(server.visitor().call(contracts.checkEmail, { email, appCode: 'earth' })).resolves.toBeDefined();
  expect((await changesOf()).map(([action]) => action)).toEqual(['enabled', 'disabled', 'invited']);
});

test('an admin signs out one device of a person, or all', async () => {
  const phone = await addDevice(server, luca.contactId);
  const rest = await endDevices(paolo, luca.contactId, phone.deviceId);
  expect(rest.devices.map(({ deviceId }) => deviceId)).toEqual([luca.deviceId]);
  await expect(phone.call(contracts.getProfile, {})).rejects.toEqual(refusal('sessionEnded'));
  await expect(luca.call(contracts.getProfile, {})).resolves.toBeDefined();
  await expect(endDevices(paolo, luca.contactId, phone.deviceId)).rejects.toEqual(refusal('notFound'));
  await expect(endDevices(paolo, paolo.contactId)).rejects.toEqual(refusal('notAllowed'));
  const tablet = await addDevice(server, luca.contactId);
  await expect(endDevices(paolo, luca.contactId)).resolves.toMatchObject({ devices: [] });
  for (const device of [luca, tablet])
    await expect(device.call(contracts.getProfile, {})).rejects.toEqual(refusal('sessionEnded'));
});

test('the data of a person are exported without secrets, and the log says who did so', async () => {
  await luca.call(contracts.addToAddressBook, { contactUniqueId: giulia.contactId });
  const data = JSON.parse(await exportOf(paolo, luca.contactId)) as Record<string, Record<string, unknown>[]>;
  expect(data['contacts']).toEqual([expect.objectContaining({ id: luca.contactId, name: 'Luca Moretti' })]);
  expect(data['address_book']).toEqual([expect.objectContaining({ contact_id: giulia.contactId })]);
  expect(data['sessions']).toHaveLength(1);
  const { rows } = await server.context.pool.query<{ name: string }>(
    "select table_name || '.' || column_name as name from information_schema.columns where column_name ~ 'private|vault|hash|auth$|p256dh'",
  );
  const exported = Object.entries(data).flatMap(([table, all]) =>
    all.flatMap((row) => Object.keys(row).map((column) => `${table}.${column}`)),
  );
  expect(exported.filter((column) => rows.some((row) => row.name === column))).toEqual([]);
  expect(await changesOf()).toEqual([['exported', 'Paolo Neri', 'Luca Moretti']]);
});

test('an export has the snapshots that a person stored, and those that they asked another’s device for', async () => {
  const callId = randomUUID();
  await server.context.pool.query(
    `insert into calls (id, company_id, caller_id, subject, crypto_schema, instant, started_at, rings_until)
     select $1, company_id, id, 's', 0, true, now(), now() from contacts where id = $2`,
    [callId, luca.contactId],
  );
  const pics: readonly [by: SignedInClient, takenBy: SignedInClient | null][] = [
    [luca, giulia],
    [luca, null],
    [giulia, null],
  ];
  for (const [by, takenBy] of pics)
    await server.context.pool.query(
      `insert into call_pics (id, call_id, contact_id, file_name, crypto_schema, taken_by_id)
       values (gen_random_uuid(), $1, $2, 'a.jpg', 0, $3)`,
      [callId, by.contactId, takenBy?.contactId ?? null],
    );
  const data = JSON.parse(await exportOf(paolo, giulia.contactId)) as Record<string, Record<string, unknown>[]>;
  expect(data['call_pics']?.map((pic) => [pic['contact_id'], pic['taken_by_id']])).toEqual([
    [giulia.contactId, null],
    [luca.contactId, giulia.contactId],
  ]);
});

test('a disabled person is no helper, is not found and is not called', async () => {
  const helpers = async () => (await luca.call(contracts.listHelpers, {})).map(({ uniqueId }) => uniqueId);
  const email = `${giulia.contactId}@crowd.example`;
  expect(await helpers()).toContain(giulia.contactId);
  expect(await luca.call(contracts.findContact, { email })).toMatchObject({ uniqueId: giulia.contactId });
  await change(paolo, giulia.contactId, { isDisabled: true });
  expect(await helpers()).not.toContain(giulia.contactId);
  expect(await luca.call(contracts.findContact, { email })).toBeNull();
  const calling = { targetContacts: [giulia.contactId], subject: 'Pump', cryptoSchema: 0 as const };
  await expect(luca.call(contracts.createCall, calling)).rejects.toEqual(refusal('noTargetReachable'));
});

test('deletes a person: nothing says who it was, others keep what they have, and the log what happened', async () => {
  const { pool } = server.context;
  await luca.call(contracts.addToAddressBook, { contactUniqueId: giulia.contactId });
  await giulia.call(contracts.setPhone, { phone: '+39 0522 123456' });
  await change(paolo, giulia.contactId, { role: 'ADMIN' });
  await change(giulia, luca.contactId, { role: 'OPERATOR' });
  await giulia.call(contracts.invite, {
    email: `new.${giulia.contactId}@pump.example`,
    name: 'Ada Monti',
    roleUniqueId: ROLE_IDS.ASSISTED,
  });
  // Sealed: nobody here can open them.
  await pool.query(
    `insert into profile_pictures (owner_id, version, sealed, changed_at) select id, id, '{}', now() from contacts
     where id in ($1, $2)`,
    [giulia.contactId, luca.contactId],
  );
  await pool.query('insert into profile_picture_keys values ($1, $2, $3, now()), ($2, $1, $3, now())', [
    giulia.contactId,
    luca.contactId,
    '',
  ]);
  await expect(remove(paolo, paolo.contactId)).rejects.toEqual(refusal('notAllowed'));
  const [theirs, lucas] = [await giulia.socket(), await luca.socket()];
  await remove(paolo, giulia.contactId);
  expect(await theirs.closed).toBe(4401);
  await lucas.next(isPush('AddressBookChanged'));
  await lucas.close();
  await expect(giulia.call(contracts.getProfile, {})).rejects.toEqual(refusal('sessionEnded'));
  for (const call of [get, remove]) await expect(call(paolo, giulia.contactId)).rejects.toEqual(refusal('notFound'));
  expect((await list()).items.map((one) => one.name)).toEqual(['Luca Moretti', 'Paolo Neri']);
  expect(await luca.call(contracts.listAddressBook, {})).toEqual([]);
  expect(await paolo.call(contracts.listInvitations, {})).toEqual([]);
  expect(await changesOf()).toEqual([
    ['personDeleted', 'Paolo Neri', 'Former user'],
    ['invited', 'Former user', 'Ada Monti'],
    ['roleChanged', 'Former user', 'Luca Moretti'],
    ['roleChanged', 'Paolo Neri', 'Former user'],
  ]);
  const pictures = await pool.query(
    'select owner_id from profile_pictures union all select recipient_id from profile_picture_keys',
  );
  expect(pictures.rows).toEqual([{ owner_id: luca.contactId }]);
  const { rows } = await pool.query('select * from contacts where id = $1', [giulia.contactId]);
  expect(rows).toEqual([
    expect.objectContaining({
      name: 'Former user',
      email: `${giulia.contactId}@former.invalid`,
      phone: null,
      private_key: '',
      key_vault: null,
      former: true,
    }),
  ]);
});

test('a deleted person’s former name is in no line of the log, and that of somebody else who has the same stays', async () => {
  const invited = async (email: string) => {
    await paolo.call(contracts.invite, { email, name: 'Ada Monti', roleUniqueId: ROLE_IDS.ASSISTED });
    return lastInvitation(server.context, email).code;
  };
  const [own, others] = [`${randomUUID()}@pump.example`, `${randomUUID()}@pump.example`];
  const code = await invited(own);
  await invited(others);
  const visitor = server.visitor();
  const device = { deviceId: visitor.deviceId, appOs: 'web' as const, model: 'test' };
  await visitor.call(contracts.register, { email: own, invitationCode: code, ...device });
  const ada = (await list({ query: own })).items[0]?.id ?? '';
  await server.context.pool.query("update contacts set name = 'Ada Rossi' where id = $1", [ada]);
  server.clock.advance(120_000);
  await giulia.call(contracts.invite, { email: own, name: 'Ada M.', roleUniqueId: ROLE_IDS.ASSISTED });
  await remove(paolo, ada);
  expect(await changesOf()).toEqual([
    ['personDeleted', 'Paolo Neri', 'Former user'],
    ['invited', 'Giulìa Ferri', 'Former user'],
    ['invited', 'Paolo Neri', 'Ada Monti'],
    ['invited', 'Paolo Neri', 'Former user'],
  ]);
});

test('the admin whom the company names is replaced when they are no admin any more', async () => {
  const { pool } = server.context;
  await change(paolo, giulia.contactId, { role: 'ADMIN' });
  await pool.query('update companies set admin_id = $1 where code = $2', [giulia.contactId, companyCode]);
  await change(paolo, giulia.contactId, { role: 'OPERATOR' });
  expect((await paolo.call(contracts.getProfile, {})).company.admin).toEqual({
    id: paolo.contactId,
    name: 'Paolo Neri',
  });
});
