/** What a person’s e-mail address opens: what of it ends when a directory changes it. */
import { randomUUID } from 'node:crypto';
import * as contracts from '@earth/contracts';
import { expect, test } from 'vitest';
import { setUpDirectories } from '../../../../testing/directory-world';
import { isPush } from '../../../../testing/frames';
import { isWaiting, meanwhile } from '../../../../testing/meanwhile';
import { addDirectory, PATCH } from '../../../../testing/scim';
import { codeFor, lastInvitation, refusal, type SignedInClient } from '../../../../testing/start-test-server';

const world = setUpDirectories();

const email = () => `${randomUUID()}@pump.example`;
const replaceEmail = (id: string, value: string) =>
  world.directory.patch(id, { op: 'replace', path: 'emails[type eq "work"].value', value });
const moveTo = (who: SignedInClient, customerCode: string) =>
  who.call(contracts.changeCustomer, { customerCode, deviceId: who.deviceId, appOs: 'web', model: 'test' });
const codesOf = async (who: SignedInClient) =>
  (await who.call(contracts.listCompanies, {})).map(({ code }) => code).toSorted();

test('a changed address ends the sessions, and opens no other company to them', async () => {
  const other = await addDirectory(world.server);
  const [own, victim] = [email(), email()];
  await other.directory.create({ userName: victim });
  const { id } = await world.directory.create({ userName: own });
  const device = await (await codeFor(world.server, own, world.companyCode))();
  const socket = await device.socket();
  await replaceEmail(id, victim);
  await socket.next(isPush('SessionEnded'));
  expect(await socket.closed).toBe(4401);
  await expect(moveTo(device, other.companyCode)).rejects.toEqual(refusal('sessionEnded'));
});

test('a session moves by the address that was proved when it began, not by the one that its company says', async () => {
  const [other, third] = [await addDirectory(world.server), await addDirectory(world.server)];
  const [own, victim] = [email(), email()];
  await other.directory.create({ userName: victim });
  await third.directory.create({ userName: own });
  const { id } = await world.directory.create({ userName: own });
  const device = await (await codeFor(world.server, own, world.companyCode))();
  await world.server.context.pool.query('update contacts set email = $2 where id = $1', [id, victim]);
  expect(await codesOf(device)).toEqual([world.companyCode, third.companyCode].toSorted());
  await expect(moveTo(device, other.companyCode)).rejects.toEqual(refusal('notFound'));
  const { token } = await moveTo(device, third.companyCode);
  device.token = token.token;
  await expect(device.call(contracts.getProfile, {})).resolves.toMatchObject({ email: own });
});

test('a session without a proven address stays in its company', async () => {
  const other = await addDirectory(world.server);
  const own = email();
  await other.directory.create({ userName: own });
  await world.directory.create({ userName: own });
  const device = await (await codeFor(world.server, own, world.companyCode))();
  await world.server.context.pool.query('update sessions set proven_email = null where device_id = $1', [
    device.deviceId,
  ]);
  expect(await codesOf(device)).toEqual([world.companyCode]);
  await expect(moveTo(device, other.companyCode)).rejects.toEqual(refusal('notFound'));
});

test.each([
  ['is disabled', 'disabled_at = now()'],
  ['gets another address', "email = email || '.other'"],
  ['is deleted', 'former = true, disabled_at = now()'],
])('somebody who %s while they sign in is not signed in', async (_, change) => {
  const own = email();
  const { id } = await world.directory.create({ userName: own });
  const enter = await codeFor(world.server, own, world.companyCode);
  const { pool } = world.server.context;
  const commit = await meanwhile(pool, `update contacts set ${change} where id = '${id}'`);
  // It may settle before it is awaited.
  const entering = enter().catch((error: unknown) => error);
  await expect.poll(() => isWaiting(pool)).toBe(true);
  await commit();
  expect(await entering).toEqual(refusal('invalidCode'));
  expect((await pool.query('select from sessions where contact_id = $1', [id])).rows).toEqual([]);
});

test('an address that somebody gets while the directory gives it to another is 409', async () => {
  const { id } = await world.directory.create({ userName: email() });
  const taken = email();
  const { pool } = world.server.context;
  const commit = await meanwhile(
    pool,
    `insert into contacts (id, company_id, email, name, role, public_key, private_key)
     select gen_random_uuid(), company_id, '${taken}', 'Ada', 'ASSISTED', '', '' from contacts where id = '${id}'`,
  );
  const Operations = [{ op: 'replace', path: 'emails[type eq "work"].value', value: taken }];
  const asked = world.directory.ask('PATCH', `/Users/${id}`, { schemas: [PATCH], Operations });
  await expect.poll(() => isWaiting(pool)).toBe(true);
  await commit();
  expect(await asked).toMatchObject({ status: 409, json: { scimType: 'uniqueness' } });
});

test('an open invitation to the former address lets nobody in', async () => {
  const [former, present] = [email(), email()];
  const { id } = await world.directory.create({ userName: former });
  const operator = { email: former, name: 'Ada Monti', roleUniqueId: contracts.ROLE_IDS.OPERATOR };
  await world.admin.call(contracts.invite, operator);
  const { code } = lastInvitation(world.server.context, former);
  await replaceEmail(id, present);
  await world.directory.patch(id, { op: 'replace', path: 'active', value: false });
  const visitor = world.server.visitor();
  const accept = visitor.call(contracts.register, {
    email: former,
    invitationCode: code,
    deviceId: visitor.deviceId,
    appOs: 'web',
    model: 'test',
  });
  await expect(accept).rejects.toEqual(refusal('invitationRevoked'));
});
