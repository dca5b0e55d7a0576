import * as contracts from '@earth/contracts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addDevice, addPerson } from '../../../../testing/crowd';
import { isFrame, isPush } from '../../../../testing/frames';
import { refusal, type SignedInClient, startTestServer, type TestServer } from '../../../../testing/start-test-server';

const PATH = '/services/addressbook';
const SOME_ID = '0190a000-0000-7000-8000-0000000000aa';

let server: TestServer;
let giulia: SignedInClient;
/** A colleague who is in nobody's address book yet. */
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

const idsOf = async (person: SignedInClient) =>
  (await person.call(contracts.listAddressBook, {})).map(({ contact }) => contact.uniqueId);
const add = (person: SignedInClient, contactUniqueId: string) =>
  person.call(contracts.addToAddressBook, { contactUniqueId });
const remove = (person: SignedInClient, id: string) => person.call(contracts.removeFromAddressBook, { id });

test.each([
  ['POST', PATH],
  ['DELETE', `${PATH}/${SOME_ID}`],
])('%s %s requires a session', async (method, path) => {
  const { status, json } = await server.visitor().raw(path, { method });
  expect([status, json]).toMatchObject([401, { data: { error: 'notSignedIn' } }]);
});

test('A7.16: /services/addressbook: a colleague is found by e-mail, added once and removed; the colleague’s own book stays', async () => {
  const email = `${ada.contactId}@crowd.example`;
  const found = await giulia.call(contracts.findContact, { email });
  expect(found?.uniqueId).toBe(ada.contactId);

  const entry = await add(giulia, ada.contactId);
  expect(entry.contact).toEqual(found);
  expect(await idsOf(giulia)).toContain(ada.contactId);
  expect(await idsOf(ada)).toEqual([]);
  await expect(add(giulia, ada.contactId)).rejects.toEqual(refusal('conflict'));

  await expect(remove(giulia, entry.uniqueId)).resolves.toBeNull();
  expect(await idsOf(giulia)).not.toContain(ada.contactId);
  await expect(remove(giulia, entry.uniqueId)).rejects.toEqual(refusal('notFound'));
});

test('of ten concurrent additions of the same person, one succeeds', async () => {
  const marco = await addPerson(server);
  const tries = await Promise.allSettled(Array.from({ length: 10 }, () => add(marco, ada.contactId)));
  expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  expect(await idsOf(marco)).toEqual([ada.contactId]);
});

test('a contact of another company, or an unknown id, is not found', async () => {
  await expect(add(giulia, elena.contactId)).rejects.toEqual(refusal('notFound'));
  await expect(add(giulia, SOME_ID)).rejects.toEqual(refusal('notFound'));
});

test('nobody can remove an entry of another user’s address book', async () => {
  const [entry] = await giulia.call(contracts.listAddressBook, {});
  const id = entry?.uniqueId ?? '';
  await expect(remove(ada, id)).rejects.toEqual(refusal('notFound'));
  await expect(remove(elena, id)).rejects.toEqual(refusal('notFound'));
  expect((await giulia.call(contracts.listAddressBook, {})).map(({ uniqueId }) => uniqueId)).toContain(id);
});

test('refuses an unknown contact, oneself, and an unknown entry, and names the field', async () => {
  const fields = { contactUniqueId: expect.any(String) };
  const none = await giulia.raw(PATH, { method: 'POST', body: new FormData() });
  expect([none.status, none.json]).toMatchObject([400, { data: { error: 'invalidInput', fields } }]);
  await expect(add(giulia, 'ada')).rejects.toMatchObject({ code: 400, fields });
  await expect(add(giulia, giulia.contactId)).rejects.toEqual(refusal('invalidInput'));
  await expect(remove(giulia, 'entry')).rejects.toMatchObject({ code: 400, fields: { id: expect.any(String) } });
});

test('notifies all devices of the owner, and nobody else', async () => {
  const paolo = await addPerson(server);
  const phone = await addDevice(server, paolo.contactId);
  const sockets = await Promise.all([paolo.socket(), phone.socket()]);
  const theirs = await ada.socket();
  const isChange = isPush('AddressBookChanged');
  const notified = () => Promise.all(sockets.map((socket) => socket.next(isChange)));

  const { uniqueId } = await add(paolo, ada.contactId);
  await notified();
  await remove(paolo, uniqueId);
  await notified();

  theirs.send({ type: 'ping' });
  await theirs.next(isFrame('pong'));
  expect(theirs.unread.filter(isChange)).toEqual([]);
  await Promise.all([...sockets, theirs].map((socket) => socket.close()));
});
