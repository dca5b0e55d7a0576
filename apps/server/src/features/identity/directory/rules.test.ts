/** What a request of a directory leaves as it is: what admins decided, and what it did not mean. */
import { randomUUID } from 'node:crypto';
import * as contracts from '@earth/contracts';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { addPerson } from '../../../../testing/crowd';
import { addDirectory, type Directory, USER, type User } from '../../../../testing/scim';
import { refusal, type SignedInClient, startTestServer, type TestServer } from '../../../../testing/start-test-server';

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
const setDisabled = (personId: string, isDisabled: boolean) =>
  admin.call(contracts.changePerson, { personId, isDisabled });
const title = { op: 'replace', path: 'title', value: 'Fitter' };
const activeOf = (value: boolean) => ({ op: 'replace', path: 'active', value });
const put = async (id: string, user: object) =>
  (await directory.ask('PUT', `/Users/${id}`, { schemas: [USER], ...user })).json as User;
const post = (user: object) => directory.ask('POST', '/Users', { schemas: [USER], ...user });
const emailsOf = (value: string) => [{ value, type: 'work', primary: true }];

test('whom an admin has disabled stays so, whatever else the directory changes, and an admin enables them', async () => {
  const userName = email();
  const { id } = await directory.create({ userName });
  await setDisabled(id, true);
  await expect(directory.patch(id, title)).resolves.toMatchObject({ active: false });
  await expect(directory.patch(id, activeOf(true))).resolves.toMatchObject({ active: false });
  expect(await put(id, { userName })).toMatchObject({ active: false });
  expect(await put(id, { userName, active: true })).toMatchObject({ active: false });
  await expect(setDisabled(id, false)).resolves.toMatchObject({ isDisabled: false });
});

test('whom an admin has disabled before the directory knew them stays so, and an admin enables them', async () => {
  const userName = email();
  const { id } = await directory.create({ userName });
  await server.context.pool.query('delete from directory_people where contact_id = $1', [id]);
  await setDisabled(id, true);
  await expect(directory.create({ userName, active: true })).resolves.toMatchObject({ id, active: false });
  await directory.patch(id, title);
  await expect(setDisabled(id, false)).resolves.toMatchObject({ isDisabled: false });
});

test('whom the directory has disabled it enables, also if an admin has disabled them as well', async () => {
  const { id } = await directory.create({ userName: email() });
  await setDisabled(id, true);
  await directory.patch(id, activeOf(false));
  await expect(setDisabled(id, false)).rejects.toEqual(refusal('notAllowed'));
  await expect(directory.patch(id, activeOf(true))).resolves.toMatchObject({ active: true });
});

test.each([
  ['disabled', { isDisabled: true }, { isDisabled: false }],
  ['no admin any more', { role: 'OPERATOR' }, { role: 'ADMIN' }],
] as const)('a token of somebody who is %s opens nothing, and leaves people to the admins', async (_, change, back) => {
  const personId = admin.contactId;
  const second = await addPerson(server, { role: 'ADMIN', companyCode });
  const { id } = await directory.create({ userName: email() });
  const directoryOf = async () => (await second.call(contracts.getPerson, { personId: id })).directory;
  expect(await directoryOf()).toMatchObject({ isActive: true });
  await second.call(contracts.changePerson, { personId, ...change });
  expect(await directory.ask('PATCH', `/Users/${personId}`, { schemas: [], Operations: [] })).toMatchObject({
    status: 401,
  });
  expect(await directoryOf()).toBeNull();
  await second.call(contracts.changePerson, { personId, ...back });
  expect((await directory.ask('GET', '/Users')).status).toBe(200);
});

test('a role that the directory gave ends with DELETE, and does not come back', async () => {
  const userName = email();
  const { id } = await directory.create({ userName, roles: [{ value: 'ADMIN' }] });
  expect((await directory.ask('DELETE', `/Users/${id}`)).status).toBe(204);
  await expect(admin.call(contracts.getPerson, { personId: id })).resolves.toMatchObject({ role: 'ASSISTED' });
  await expect(directory.create({ userName })).resolves.toMatchObject({ id, roles: [{ value: 'ASSISTED' }] });
});

test('a PUT without addresses keeps the address, whatever the userName is', async () => {
  const [own, other] = [email(), email()];
  const { id } = await directory.create({ userName: 'ada', emails: emailsOf(own) });
  expect(await put(id, { userName: other })).toMatchObject({ userName: other, emails: emailsOf(own) });
  expect(await put(id, { userName: 'ada', emails: [] })).toMatchObject({ emails: emailsOf(own) });
});

test('an added address of another type does not replace that of work', async () => {
  const [own, next] = [email(), email()];
  const { id } = await directory.create({ userName: own });
  const add = (value: object[]) => directory.patch(id, { op: 'add', path: 'emails', value });
  await expect(add([{ type: 'home', value: email() }])).resolves.toMatchObject({ emails: emailsOf(own) });
  await expect(add([])).resolves.toMatchObject({ emails: emailsOf(own) });
  await expect(add([{ type: 'work', value: next }])).resolves.toMatchObject({ emails: emailsOf(next) });
});

test('somebody whom the company knows keeps what a POST does not have', async () => {
  const userName = email();
  const sent = { userName, externalId: 'a1', displayName: 'Ada Monti', title: 'Fitter' };
  const { id } = await directory.create(sent);
  const { pool } = server.context;
  await pool.query("update contacts set company_role_it = 'Montatrice' where id = $1", [id]);
  await directory.ask('DELETE', `/Users/${id}`);
  await expect(directory.create({ userName })).resolves.toMatchObject({ id, ...sent });
  const { rows } = await pool.query('select company_role_it as title from contacts where id = $1', [id]);
  expect(rows).toEqual([{ title: 'Montatrice' }]);
  await directory.ask('DELETE', `/Users/${id}`);
  await expect(directory.create({ userName, title: 'Head' })).resolves.toMatchObject({ title: 'Head' });
});

test('userNames are compared by one rule: without case, also beyond ASCII, and however their accents are written', async () => {
  const userName = 'İpek Müller';
  const { id } = await directory.create({ userName, emails: emailsOf(email()) });
  for (const same of [userName.toLowerCase(), userName.toUpperCase(), userName.normalize('NFD')]) {
    const found = await directory.find({ filter: `userName eq "${same}"` });
    expect({ same, ids: found.Resources.map((user) => user.id) }).toEqual({ same, ids: [id] });
    expect(await post({ userName: same, emails: emailsOf(email()) })).toMatchObject({ status: 409 });
  }
});

test('the userName of somebody of whom the directory has said nothing is their address, which no other user gets', async () => {
  const address = `${admin.contactId}@crowd.example`;
  expect(await post({ userName: address.toUpperCase(), emails: emailsOf(email()) })).toMatchObject({ status: 409 });
  const { id } = await directory.create({ userName: email() });
  const rename = { op: 'replace', path: 'userName', value: address };
  const body = { schemas: ['urn:ietf:params:scim:api:messages:2.0:PatchOp'], Operations: [rename] };
  expect(await directory.ask('PATCH', `/Users/${id}`, body)).toMatchObject({ status: 409 });
  await expect(directory.create({ userName: address })).resolves.toMatchObject({ id: admin.contactId });
});
