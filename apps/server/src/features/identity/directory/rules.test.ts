/** What a request of a directory leaves as it is: what admins decided, and what it did not mean. */
import { randomUUID } from 'node:crypto';
import * as contracts from '@earth/contracts';
import { expect, test } from 'vitest';
import { setUpDirectories } from '../../../../testing/directory-world';
import { addPerson } from '../../../../testing/crowd';
import { USER, type User } from '../../../../testing/scim';
import { refusal } from '../../../../testing/start-test-server';

const world = setUpDirectories();

const email = () => `${randomUUID()}@pump.example`;
const setDisabled = (personId: string, isDisabled: boolean) =>
  world.admin.call(contracts.changePerson, { personId, isDisabled });
const title = { op: 'replace', path: 'title', value: 'Fitter' };
const activeOf = (value: boolean) => ({ op: 'replace', path: 'active', value });
const put = async (id: string, user: object) =>
  (await world.directory.ask('PUT', `/Users/${id}`, { schemas: [USER], ...user })).json as User;
const post = (user: object) => world.directory.ask('POST', '/Users', { schemas: [USER], ...user });
const emailsOf = (value: string) => [{ value, type: 'work', primary: true }];

test('whom an admin has disabled stays so, whatever else the directory changes, and an admin enables them', async () => {
  const userName = email();
  const { id } = await world.directory.create({ userName });
  await setDisabled(id, true);
  await expect(world.directory.patch(id, title)).resolves.toMatchObject({ active: false });
  await expect(world.directory.patch(id, activeOf(true))).resolves.toMatchObject({ active: false });
  expect(await put(id, { userName })).toMatchObject({ active: false });
  expect(await put(id, { userName, active: true })).toMatchObject({ active: false });
  await expect(setDisabled(id, false)).resolves.toMatchObject({ isDisabled: false });
});

test('whom an admin has disabled before the directory knew them stays so, and an admin enables them', async () => {
  const userName = email();
  const { id } = await world.directory.create({ userName });
  await world.server.context.pool.query('delete from directory_people where contact_id = $1', [id]);
  await setDisabled(id, true);
  await expect(world.directory.create({ userName, active: true })).resolves.toMatchObject({ id, active: false });
  await world.directory.patch(id, title);
  await expect(setDisabled(id, false)).resolves.toMatchObject({ isDisabled: false });
});

test('whom the directory has disabled it enables, also if an admin has disabled them as well', async () => {
  const { id } = await world.directory.create({ userName: email() });
  await setDisabled(id, true);
  await world.directory.patch(id, activeOf(false));
  await expect(setDisabled(id, false)).rejects.toEqual(refusal('notAllowed'));
  await expect(world.directory.patch(id, activeOf(true))).resolves.toMatchObject({ active: true });
});

test.each([
  ['disabled', { isDisabled: true }, { isDisabled: false }],
  ['no admin any more', { role: 'OPERATOR' }, { role: 'ADMIN' }],
] as const)('a token of somebody who is %s opens nothing, and leaves people to the admins', async (_, change, back) => {
  const personId = world.admin.contactId;
  const second = await addPerson(world.server, { role: 'ADMIN', companyCode: world.companyCode });
  const { id } = await world.directory.create({ userName: email() });
  const directoryOf = async () => (await second.call(contracts.getPerson, { personId: id })).directory;
  expect(await directoryOf()).toMatchObject({ isActive: true });
  await second.call(contracts.changePerson, { personId, ...change });
  expect(await world.directory.ask('PATCH', `/Users/${personId}`, { schemas: [], Operations: [] })).toMatchObject({
    status: 401,
  });
  expect(await directoryOf()).toBeNull();
  await second.call(contracts.changePerson, { personId, ...back });
  expect((await world.directory.ask('GET', '/Users')).status).toBe(200);
});

test('a role that the directory gave ends with DELETE, and does not come back', async () => {
  const userName = email();
  const { id } = await world.directory.create({ userName, roles: [{ value: 'ADMIN' }] });
  expect((await world.directory.ask('DELETE', `/Users/${id}`)).status).toBe(204);
  await expect(world.admin.call(contracts.getPerson, { personId: id })).resolves.toMatchObject({ role: 'ASSISTED' });
  await expect(world.directory.create({ userName })).resolves.toMatchObject({ id, roles: [{ value: 'ASSISTED' }] });
});

test('a PUT without addresses keeps the address, whatever the userName is', async () => {
  const [own, other] = [email(), email()];
  const { id } = await world.directory.create({ userName: 'ada', emails: emailsOf(own) });
  expect(await put(id, { userName: other })).toMatchObject({ userName: other, emails: emailsOf(own) });
  expect(await put(id, { userName: 'ada', emails: [] })).toMatchObject({ emails: emailsOf(own) });
});

test('an added address of another type does not replace that of work', async () => {
  const [own, next] = [email(), email()];
  const { id } = await world.directory.create({ userName: own });
  const add = (value: object[]) => world.directory.patch(id, { op: 'add', path: 'emails', value });
  await expect(add([{ type: 'home', value: email() }])).resolves.toMatchObject({ emails: emailsOf(own) });
  await expect(add([])).resolves.toMatchObject({ emails: emailsOf(own) });
  await expect(add([{ type: 'work', value: next }])).resolves.toMatchObject({ emails: emailsOf(next) });
});

test('somebody whom the company knows keeps what a POST does not have', async () => {
  const userName = email();
  const sent = { userName, externalId: 'a1', displayName: 'Ada Monti', title: 'Fitter' };
  const { id } = await world.directory.create(sent);
  const { pool } = world.server.context;
  await pool.query("update contacts set company_role_it = 'Montatrice' where id = $1", [id]);
  await world.directory.ask('DELETE', `/Users/${id}`);
  await expect(world.directory.create({ userName })).resolves.toMatchObject({ id, ...sent });
  const { rows } = await pool.query('select company_role_it as title from contacts where id = $1', [id]);
  expect(rows).toEqual([{ title: 'Montatrice' }]);
  await world.directory.ask('DELETE', `/Users/${id}`);
  await expect(world.directory.create({ userName, title: 'Head' })).resolves.toMatchObject({ title: 'Head' });
});

test('userNames are compared by one rule: without case, also beyond ASCII, and however their accents are written', async () => {
  const userName = 'İpek Müller';
  const { id } = await world.directory.create({ userName, emails: emailsOf(email()) });
  for (const same of [userName.toLowerCase(), userName.toUpperCase(), userName.normalize('NFD')]) {
    const found = await world.directory.find({ filter: `userName eq "${same}"` });
    expect({ same, ids: found.Resources.map((user) => user.id) }).toEqual({ same, ids: [id] });
    expect(await post({ userName: same, emails: emailsOf(email()) })).toMatchObject({ status: 409 });
  }
});

test('the userName of somebody of whom the directory has said nothing is their address, which no other user gets', async () => {
  const address = `${world.admin.contactId}@crowd.example`;
  expect(await post({ userName: address.toUpperCase(), emails: emailsOf(email()) })).toMatchObject({ status: 409 });
  const { id } = await world.directory.create({ userName: email() });
  const rename = { op: 'replace', path: 'userName', value: address };
  const body = { schemas: ['urn:ietf:params:scim:api:messages:2.0:PatchOp'], Operations: [rename] };
  expect(await world.directory.ask('PATCH', `/Users/${id}`, body)).toMatchObject({ status: 409 });
  await expect(world.directory.create({ userName: address })).resolves.toMatchObject({ id: world.admin.contactId });
});
