/**
 * The calls (part A7) under `/services/rooms` and `/storage/rooms`, over HTTP, by their field names on the wire, and with them the
 * entities (part A3). Refusals are in `rooms-tenancy.test.ts`.
 */
import { randomUUID } from 'node:crypto';
import { openText, sealText } from '@earth/crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type SignedInClient, startTestServer, type TestServer } from '../testing/start-test-server';
import { dataOf, refusalOf } from '../testing/wire';

interface Room {
  readonly UniqueId: string;
}
interface Message {
  readonly UniqueId: string;
  readonly Message: string;
  readonly FileUrl: string | null;
}
interface Participant {
  readonly Contact: { readonly UniqueId: string; readonly Name: string; readonly PublicKey: string };
}
interface Envelope {
  readonly Message: string;
  readonly RecipientKeys: readonly { readonly CriptedKey: string; readonly RecipientId: string }[];
}

let server: TestServer;
let luca: SignedInClient;
let giulia: SignedInClient;
let marco: SignedInClient;
/** A group of Luca, Giulia and Marco, new for each test. */
let path: string;
let id: string;

const group = () => ({
  subject: 'Feed pump 2',
  targetContacts: `${giulia.contactId},${marco.contactId}`,
  isGroup: 'true',
  cryptoschema: '0',
});
const plan = { base64file: btoa('%PDF-1.7 The plan'), fileName: 'plan.pdf' };
const write = (person: SignedInClient, message: string, more: Readonly<Record<string, string>> = {}) =>
  dataOf<Message>(person, `POST ${path}/messages`, { message, cryptoschema: '0', ...more });
const textsOf = (messages: readonly Message[]) => messages.map(({ Message: text }) => text);

beforeAll(async () => {
  server = await startTestServer();
  luca = await server.signIn('assisted');
  giulia = await server.signIn('operator');
  marco = await server.signIn('operator2');
});
afterAll(() => server.close());
beforeEach(async () => {
  ({ UniqueId: id } = await dataOf<Room>(luca, 'POST /services/rooms', group()));
  path = `/services/rooms/${id}`;
});

test('A7.37: POST /services/rooms takes subject, targetContacts, isGroup, cryptoschema', async () => {
  const made = await dataOf<Room>(luca, 'POST /services/rooms', group());
  const room = { UniqueId: made.UniqueId, Subject: 'Feed pump 2', IsGroup: true, CryptoSchema: 0 };
  expect(made).toMatchObject(room);
  for (const person of [giulia, marco])
    expect(await dataOf(person, `GET /services/rooms/${made.UniqueId}`)).toMatchObject(room);

  for (const wrong of [{ subject: '' }, { targetContacts: 'giulia' }, { isGroup: 'perhaps' }, { cryptoschema: '3' }])
    expect(await refusalOf(luca, 'POST /services/rooms', { ...group(), ...wrong })).toBe(400);
});

test('A7.36: GET /services/rooms lists the user’s rooms with all fields', async () => {
  await write(giulia, 'It drips');
  const [room] = await dataOf<readonly Room[]>(luca, 'GET /services/rooms');
  expect(room).toMatchObject({
    UniqueId: id,
    Subject: 'Feed pump 2',
    CryptoSchema: 0,
    LastMessageText: 'It drips',
    LastMessageCryptoSchema: 0,
    LastMessageDate: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
    UnreadMessages: 1,
    Mute: false,
  });
  const sara = await server.signIn('assisted2');
  expect(await dataOf(sara, 'GET /services/rooms')).toEqual([]);
});

test('A7.38: GET /services/rooms/{id} gives the current room', async () => {
  expect(await dataOf(luca, `GET ${path}`)).toMatchObject({ UniqueId: id, LastMessageText: null, UnreadMessages: 0 });
  await write(giulia, 'It drips');
  expect(await dataOf(luca, `GET ${path}`)).toMatchObject({ LastMessageText: 'It drips', UnreadMessages: 1 });
});

test('A7.39: PUT /services/rooms/{id} sets mute for the user only', async () => {
  for (const mute of [true, false]) {
    expect(await dataOf(luca, `PUT ${path}`, { mute: String(mute) })).toMatchObject({ Mute: mute });
    expect(await dataOf(luca, `GET ${path}`)).toMatchObject({ Mute: mute });
    expect(await dataOf(giulia, `GET ${path}`)).toMatchObject({ Mute: false });
  }
  expect(await refusalOf(luca, `PUT ${path}`, { mute: 'perhaps' })).toBe(400);
});

test('A7.40: DELETE /services/rooms/{id} removes the room for the person who leaves', async () => {
  await dataOf(luca, `DELETE ${path}`);
  expect(await refusalOf(luca, `GET ${path}`)).toBe(404);
  const people = await dataOf<Participant[]>(giulia, `GET ${path}/participants`);
  expect(people.map(({ Contact }) => Contact.UniqueId)).not.toContain(luca.contactId);
});

test('A7.41: GET /services/rooms/{id}/participants lists Contacts with UniqueId and PublicKey', async () => {
  const people = await dataOf<Participant[]>(luca, `GET ${path}/participants`);
  const everybody = [luca, giulia, marco].map(({ contactId }) => contactId);
  expect(people.map(({ Contact }) => Contact.UniqueId).toSorted()).toEqual(everybody.toSorted());
  for (const { Contact } of people) expect(JSON.parse(Contact.PublicKey)).toMatchObject({ keys: expect.any(Array) });
});

test('A7.42: GET /services/rooms/{id}/messages takes toId, fromId, limit', async () => {
  const sent: Message[] = [];
  for (const text of ['One', 'Two', 'Three', 'Four']) sent.push(await write(luca, text));
  const [one, , , four] = sent;
  const page = async (query: string) =>
    textsOf(await dataOf<Message[]>(giulia, `GET ${path}/messages${query && `?${query}`}`));
  expect(await page('')).toEqual(['One', 'Two', 'Three', 'Four']);
  expect(await page('limit=2')).toEqual(['Three', 'Four']);
  expect(await page(`toId=${four?.UniqueId}&limit=2`)).toEqual(['Two', 'Three']);
  expect(await page(`fromId=${one?.UniqueId}&limit=2`)).toEqual(['Two', 'Three']);
  for (const wrong of ['limit=0', 'toId=four', 'fromId=one'])
    expect(await refusalOf(giulia, `GET ${path}/messages?${wrong}`)).toBe(400);
});

test('A7.43: PUT /services/rooms/{id}/messages marks all messages as read', async () => {
  await write(giulia, 'It drips');
  expect(await refusalOf(luca, `PUT ${path}/messages`, {})).toBe(400);
  expect(await dataOf(luca, `GET ${path}`)).toMatchObject({ UnreadMessages: 1 });
  expect(await dataOf(luca, `PUT ${path}/messages`, { read: 'true' })).toMatchObject({ UnreadMessages: 0 });
  expect(await dataOf(luca, `GET ${path}`)).toMatchObject({ UnreadMessages: 0 });
  expect(await dataOf(marco, `GET ${path}`)).toMatchObject({ UnreadMessages: 1 });
});

test('A7.44: POST /services/rooms/{id}/messages takes message, base64file, fileName, cryptoschema', async () => {
  const sent = await write(luca, 'The plan', plan);
  const expected = {
    UniqueId: sent.UniqueId,
    RoomUniqueId: id,
    Message: 'The plan',
    CryptoSchema: 0,
    Read: false,
    Date: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
    FileName: 'plan.pdf',
  };
  expect(sent).toMatchObject(expected);
  expect(await dataOf(giulia, `GET ${path}/messages`)).toMatchObject([expected]);

  const wrongs = [{ message: '', fileName: '', base64file: '' }, { cryptoschema: '3' }, { base64file: '?' }];
  for (const wrong of wrongs)
    expect(await refusalOf(luca, `POST ${path}/messages`, { message: 'm', cryptoschema: '0', ...plan, ...wrong })).toBe(
      400,
    );
  expect(await dataOf(giulia, `GET ${path}/messages`)).toHaveLength(1);
});

test('A3.15: a downloaded file has FileName, Base64, CryptoSchema, and nothing else', async () => {
  const { FileUrl } = await write(luca, 'The plan', plan);
  const file = { FileName: 'plan.pdf', Base64: plan.base64file, CryptoSchema: 0 };
  expect(await dataOf(giulia, `GET ${FileUrl}`)).toEqual(file);
  expect(await refusalOf(giulia, `GET /storage/rooms/${randomUUID()}/${FileUrl?.split('/').at(-1)}`)).toBe(404);
});

test('A3.14: an envelope has Message and RecipientKeys, pairs of CriptedKey and RecipientId', async () => {
  const people = (await dataOf<Participant[]>(luca, `GET ${path}/participants`)).map(({ Contact }) => ({
    uniqueId: Contact.UniqueId,
    publicKey: Contact.PublicKey,
  }));
  const sealed = await sealText(1, 'Only for us', people);
  const { Message: text } = await write(luca, sealed, { cryptoschema: '1' });
  const envelope = JSON.parse(text) as Envelope;
  expect(Object.keys(envelope).toSorted()).toEqual(['Message', 'RecipientKeys']);
  expect(envelope.RecipientKeys.map(({ RecipientId }) => RecipientId).toSorted()).toEqual(
    people.map(({ uniqueId }) => uniqueId).toSorted(),
  );
  for (const pair of envelope.RecipientKeys)
    expect(pair).toEqual({ CriptedKey: expect.stringMatching(/^[\w+/]+=*$/), RecipientId: expect.any(String) });
  expect(await openText(1, text, await giulia.reader())).toBe('Only for us');

  const renamed = text.replaceAll('CriptedKey', 'EncryptedKey');
  expect(await refusalOf(luca, `POST ${path}/messages`, { message: renamed, cryptoschema: '1' })).toBe(400);
});
