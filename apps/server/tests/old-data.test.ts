/** The server starts on the data of an older one: two people of a company, their calls and their room, and a content. */
import * as contracts from '@earth/contracts';
import { openFile, openText } from '@earth/crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type OldData, restoreOldData } from '../testing/old-data';
import { type SignedInClient, startBeside, type TestServer } from '../testing/start-test-server';

let old: OldData;
let server: TestServer;
let luca: SignedInClient;
let giulia: SignedInClient;
let history: contracts.CallHistoryItem[];

beforeAll(async () => {
  old = await restoreOldData('data-of-migration-32.json');
  server = await startBeside(old);
  luca = await server.signIn('assisted');
  giulia = await server.signIn('operator');
  history = (await luca.call(contracts.listCalls, {})).items;
});
afterAll(async () => {
  await server.close();
  await old.remove();
});

const nameIn = (url: string | null | undefined) => url?.split('/').at(-1) ?? '';

/** The longest call: with three messages, a snapshot and notes. */
function oldCall(): string {
  const id = history.at(-1)?.call.uniqueId;
  if (id === undefined) throw new Error('The history is empty');
  return id;
}

test('people and their address books are there', async () => {
  expect(await luca.call(contracts.getProfile, {})).toMatchObject({ name: 'Luca Moretti', company: { code: 'DEMO' } });
  const book = await luca.call(contracts.listAddressBook, {});
  expect(book.map(({ contact }) => contact.name).toSorted()).toEqual(['Giulia Ferri', 'Marco Bassi', 'Paolo Neri']);
});

test('the history counts what was said and shown in each call', () => {
  const counts = history.map(({ messagesCount, picsCount, reason }) => ({ messagesCount, picsCount, reason }));
  expect(counts).toEqual([
    { messagesCount: 0, picsCount: 0, reason: 'left' },
    { messagesCount: 1, picsCount: 0, reason: 'answered' },
    { messagesCount: 3, picsCount: 1, reason: 'answered' },
  ]);
});

test('messages of a call have positions in the order of that time, and count as read', async () => {
  const id = oldCall();
  const messages = await luca.call(contracts.listCallMessages, { id });
  const reader = await luca.reader();
  const textOf = async ({ cryptoSchema, message }: contracts.CallMessage) =>
    cryptoSchema === 1 ? await openText(cryptoSchema, message, reader) : message;
  expect(await Promise.all(messages.map(textOf))).toEqual(['Which valve?', 'The plan', 'Thanks']);
  expect(messages.map(({ position }) => position)).toEqual([1, 2, 3]);
  expect(messages.map(({ delivered, read }) => delivered && read)).toEqual([true, true, true]);
  const progress = await luca.call(contracts.listCallMessageProgress, { id });
  expect(progress.map(({ readPosition }) => readPosition)).toEqual([3, 3]);
});

test('files, snapshots and notes of a call open', async () => {
  const id = oldCall();
  const messages = await luca.call(contracts.listCallMessages, { id });
  const reader = await luca.reader();
  const open = async (imageFileName: string) => {
    const file = await luca.call(contracts.getCallFile, { callId: id, imageFileName });
    return Buffer.from((await openFile(1, file.base64, reader)) ?? []).toString();
  };
  expect(await open(nameIn(messages[1]?.fileUrl))).toBe('Valve 4 is behind the pump');
  const [pic] = await luca.call(contracts.listCallPics, { id });
  expect(await open(pic?.imageFileName ?? '')).toBe('a picture');
  const { notes } = await luca.call(contracts.getCall, { id });
  expect(notes).toMatchObject({ notes: 'Order a seal', author: { name: 'Giulia Ferri' } });
});

test('a room goes on where it was', async () => {
  const [room] = await giulia.call(contracts.listRooms, {});
  const id = room?.uniqueId ?? '';
  expect(room).toMatchObject({ subject: 'Pump 3', isGroup: true, lastMessageText: 'Good', unreadMessages: 0 });
  const [first] = await giulia.call(contracts.listRoomMessages, { id });
  expect(await openText(1, first?.message ?? '', await giulia.reader())).toBe('Seal ordered');
  const next = await luca.call(contracts.sendRoomMessage, { id, message: 'It has come', cryptoSchema: 0 });
  expect(next.position).toBe(3);
  const messages = await luca.call(contracts.listRoomMessages, { id });
  expect(messages.map(({ position, read }) => ({ position, read }))).toEqual([
    { position: 1, read: true },
    { position: 2, read: false },
    { position: 3, read: false },
  ]);
});

test('a call of these people goes on as a new one', async () => {
  for (const one of [luca, giulia]) await one.call(contracts.ping, {});
  const { call } = await luca.call(contracts.createCall, {
    subject: 's',
    targetContacts: [giulia.contactId],
    cryptoSchema: 0,
  });
  await giulia.call(contracts.joinCall, { id: call.uniqueId });
  const sent = await giulia.call(contracts.sendCallMessage, { id: call.uniqueId, message: 'Again?', cryptoSchema: 0 });
  expect(sent.position).toBe(1);
});

test('a content is there with its picture', async () => {
  const { items } = await server.visitor().call(contracts.listContents, {});
  expect(items.map(({ content }) => content.title)).toEqual(['How to change a seal']);
  const picture = await server.visitor().raw(items[0]?.content.imageUrl ?? '');
  expect([picture.status, picture.headers.get('content-type')]).toEqual([200, 'image/png']);
});
