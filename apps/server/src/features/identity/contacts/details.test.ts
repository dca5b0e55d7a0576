/** What people learn of each other besides name and presence, and the telephone number that everyone may add. */
import * as contracts from '@earth/contracts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addPerson } from '../../../../testing/crowd';
import { refusal, type SignedInClient, startTestServer, type TestServer } from '../../../../testing/start-test-server';

const SOME_ID = '0190a000-0000-7000-8000-0000000000aa';
const PHONE = '+39 0522 123-456';

let server: TestServer;
let giulia: SignedInClient;
/** A colleague who is not in Giulia's address book. */
let ada: SignedInClient;
/** Of another company. */
let elena: SignedInClient;
beforeAll(async () => {
  server = await startTestServer();
  giulia = await server.signIn('operator');
  ada = await addPerson(server, { role: 'ASSISTED' });
  elena = await server.signIn('tilesOperator');
});
afterAll(() => server.close());

const setPhone = (person: SignedInClient, phone: string) => person.call(contracts.setPhone, { phone });
const detailsOf = (reader: SignedInClient, id: string) => reader.call(contracts.getContactDetails, { id });
const query = (statement: string, ...values: string[]) => server.context.pool.query(statement, values);
const know = (owner: SignedInClient, contact: SignedInClient) =>
  query(
    'insert into address_book (id, owner_id, contact_id) values (gen_random_uuid(), $1, $2)',
    owner.contactId,
    contact.contactId,
  );

test.each([
  ['PUT', '/services/contacts?phone'],
  ['GET', `/services/contacts/${SOME_ID}`],
])('%s %s requires a session', async (method, path) => {
  const { status, json } = await server.visitor().raw(path, { method });
  expect([status, json]).toMatchObject([401, { data: { error: 'notSignedIn' } }]);
});

test('a number is set, as it was written, changed and removed', async () => {
  await expect(setPhone(giulia, ` ${PHONE} `)).resolves.toMatchObject({ phone: PHONE });
  await expect(giulia.call(contracts.getProfile, {})).resolves.toMatchObject({ phone: PHONE });
  await setPhone(giulia, '(0522) 1/23.45');
  await expect(giulia.call(contracts.getProfile, {})).resolves.toMatchObject({ phone: '(0522) 1/23.45' });
  await expect(setPhone(giulia, '')).resolves.not.toHaveProperty('phone');
});

test.each([
  ['too few digits', '12'],
  ['more than fifteen', '+1234567890123456'],
  ['letters', 'tel 0522 123456'],
  ['a plus within', '0522+123456'],
  ['a control character', '0522\u202E123456'],
  ['a parameter', '0522123456;ext=1'],
  ['longer than thirty characters', `0522${' '.repeat(30)}123`],
])('refuses as a number: %s', async (_, phone) => {
  const body = new URLSearchParams({ phone });
  const { status, json } = await giulia.raw('/services/contacts?phone', { method: 'PUT', body });
  expect(status).toBe(400);
  expect(json).toMatchObject({ data: { error: 'invalidInput', fields: { phone: expect.any(String) } } });
});

test('a colleague reads e-mail address, number and job, also without an entry in the address book', async () => {
  await setPhone(giulia, PHONE);
  const inBoth = { companyRole: 'Service engineer', companyRoleIt: 'Tecnico dell’assistenza' };
  const details = { email: 'operator@demo.example', phone: PHONE, ...inBoth };
  await expect(detailsOf(ada, giulia.contactId)).resolves.toEqual(details);
  await expect(giulia.call(contracts.getProfile, {})).resolves.toMatchObject(inBoth);
  // A job in one language serves both.
  const person = await addPerson(server, { role: 'OPERATOR' });
  await query('update contacts set company_role = $1 where id = $2', 'Fitter', person.contactId);
  const theirs = await detailsOf(giulia, person.contactId);
  expect([theirs.companyRole, 'companyRoleIt' in theirs]).toEqual(['Fitter', false]);
  await setPhone(giulia, '');
  await expect(detailsOf(ada, giulia.contactId)).resolves.not.toHaveProperty('phone');
});

test('the other company reads nothing, until the person has the reader in the address book, and not after', async () => {
  await expect(detailsOf(elena, giulia.contactId)).rejects.toEqual(refusal('notFound'));
  // One's own address book gives no right: it is the other who decides.
  await know(elena, giulia);
  await expect(detailsOf(elena, giulia.contactId)).rejects.toEqual(refusal('notFound'));
  await know(giulia, elena);
  await expect(detailsOf(elena, giulia.contactId)).resolves.toMatchObject({ email: 'operator@demo.example' });
  await query('delete from address_book where owner_id = $1 and contact_id = $2', giulia.contactId, elena.contactId);
  await expect(detailsOf(elena, giulia.contactId)).rejects.toEqual(refusal('notFound'));
});

test('nobody reads anything of guests, of disabled people, and of people who are not there', async () => {
  await expect(detailsOf(giulia, SOME_ID)).rejects.toEqual(refusal('notFound'));
  for (const change of ['guest = true', 'disabled_at = now()']) {
    const person = await addPerson(server);
    await query(`update contacts set ${change} where id = $1`, person.contactId);
    await expect(detailsOf(giulia, person.contactId)).rejects.toEqual(refusal('notFound'));
  }
});

test('requires a valid id', async () => {
  const { status } = await giulia.raw('/services/contacts/everybody');
  expect(status).toBe(400);
});

test('address books and calls for help tell neither', async () => {
  await setPhone(giulia, PHONE);
  const luca = await server.signIn('assisted');
  for (const path of ['/services/addressbook', '/services/contacts?helpers']) {
    const { text } = await luca.raw(path);
    expect(text).toContain('Giulia Ferri');
    expect(text).not.toContain('@demo.example');
    expect(text).not.toContain(PHONE);
  }
});
