/** What a person’s e-mail address opens: what of it ends when a directory changes it. */
import { randomUUID } from 'node:crypto';
import * as contracts from '@earth/contracts';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { isPush } from '../../../../testing/frames';
import { isWaiting, meanwhile } from '../../../../testing/meanwhile';
import { addDirectory, type Directory, PATCH } from '../../../../testing/scim';
import {
  codeFor,
  lastInvitation,
  refusal,
  type SignedInClient,
  startTestServer,
  type TestServer,
} from '../../../../testing/start-test-server';

let server: TestServer;
let admin: SignedInClient;
let directory: Directory;
let companyCode: string;
beforeAll(async () => {
  server = await startTestServer();
});
beforeEach(async () => {
  ({ admin, directory, companyCode } = await addDirectory(server));
});
afterAll(() => server.close());

const email = () => `${randomUUID()}@pump.example`;
const replaceEmail = (id: string, value: string) =>
  directory.patch(id, { op: 'replace', path: 'emails[type eq "work"].value', value });
const moveTo = (who: SignedInClient, customerCode: string) =>
  who.call(contracts.changeCustomer, { customerCode, deviceId: who.deviceId, appOs: 'web', model: 'test' });
const codesOf = async (who: SignedInClient) =>
  (await who.call(contracts.listCompanies, {})).map(({ code }) => code).toSorted();

test('a changed address ends the sessions, and opens no other company to them', async () => {
  const other = await addDirectory(server);
  const [own, victim] = [email(), email()];
  await other.directory.create({ userName: victim });
  const { id } = await directory.create({ userName: own });
  const device = await (await codeFor(server, own, companyCode))();
  const socket = await device.socket();
  await replaceEmail(id, victim);
  await socket.next(isPush('SessionEnded'));
  expect(await socket.closed).toBe(4401);
  await expect(moveTo(device, other.companyCode)).rejects.toEqual(refusal('sessionEnded'));
});

test('a session moves by the address that was proved when it began, not by the one that its company says', async () => {
  const [other, third] = [await addDirectory(server), await addDirectory(server)];
  const [own, victim] = [email(), email()];
  await other.directory.create({ userName: victim });
  await third.directory.create({ userName: own });
  const { id } = await directory.create({ userName: own });
  const device = await (await codeFor(server, own, companyCode))();
  await server.context.pool.query('update contacts set email = $2 where id = $1', [id, victim]);
  expect(await codesOf(device)).toEqual([companyCode, third.companyCode].toSorted());
  await expect(moveTo(device, other.companyCode)).rejects.toEqual(refusal('notFound'));
  const { token } = await moveTo(device, third.companyCode);
  device.token = token.token;
  await expect(device.call(contracts.getProfile, {})).resolves.toMatchObject({ email: own });
});

test('a session without a proven address stays in its company', async () => {
  const other = await addDirectory(server);
  const own = email();
  await other.directory.create({ userName: own });
  await directory.create({ userName: own });
  const device = await (await codeFor(server, own, companyCode))();
  await server.context.pool.query('update sessions set proven_email = null where device_id = $1', [device.deviceId]);
  expect(await codesOf(device)).toEqual([companyCode]);
  await expect(moveTo(device, other.companyCode)).rejects.toEqual(refusal('notFound'));
});

test.each([
  ['is disabled', 'disabled_at = now()'],
  ['gets another address', "email = email || '.other'"],
  ['is deleted', 'former = true, disabled_at = now()'],
])('somebody who %s while they sign in is not signed in', async (_, change) => {
  const own = email();
  const { id } = await directory.create({ userName: own });
  const enter = await codeFor(server, own, companyCode);
  const { pool } = server.context;
  const commit = await meanwhile(pool, `update contacts set ${change} where id = '${id}'`);
  // It may settle before it is awaited.
  const entering = enter().catch((error: unknown) => error);
  await expect.poll(() => isWaiting(pool)).toBe(true);
  await commit();
  expect(await entering).toEqual(refusal('invalidCode'));
  expect((await pool.query('select from sessions where contact_id = $1', [id])).rows).toEqual([]);
});

test('an address that somebody gets while the directory gives it to another is 409', async () => {
  const { id } = await directory.create({ userName: email() });
  const taken = email();
  const { pool } = server.context;
  const commit = await meanwhile(
    pool,
    `insert into contacts (id, company_id, email, name, role, public_key, private_key)
     select gen_random_uuid(), company_id, '${taken}', 'Ada', 'ASSISTED', '', '' from contacts where id = '${id}'`,
  );
  const Operations = [{ op: 'replace', path: 'emails[type eq "work"].value', value: taken }];
  const asked = directory.ask('PATCH', `/Users/${id}`, { schemas: [PATCH], Operations });
  await expect.poll(() => isWaiting(pool)).toBe(true);
  await commit();
  expect(await asked).toMatchObject({ status: 409, json: { scimType: 'uniqueness' } });
});

test('an open invitation to the former address lets nobody in', async () => {
  const [former, present] = [email(), email()];
  const { id } = await directory.create({ userName: former });
  const operator = { email: former, name: 'Ada Monti', roleUniqueId: contracts.ROLE_IDS.OPERATOR };
  await admin.call(contracts.invite, operator);
  const { code } = lastInvitation(server.context, former);
  await replaceEmail(id, present);
  await directory.patch(id, { op: 'replace', path: 'active', value: false });
  const visitor = server.visitor();
  const accept = visitor.call(contracts.register, {
    email: former,
    invitationCode: code,
    deviceId: visitor.deviceId,
    appOs: 'web',
    model: 'test',
  });
  await expect(accept).rejects.toEqual(refusal('invitationRevoked'));
});
