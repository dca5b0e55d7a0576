/** A room is visible to its participants only: anybody else learns nothing, not even that it exists. */
import { randomUUID } from 'node:crypto';
import * as contracts from '@earth/contracts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addCompany, addPerson } from '../testing/crowd';
import {
  refusal,
  type SignedInClient,
  startTestServer,
  type TestClient,
  type TestServer,
} from '../testing/start-test-server';

let server: TestServer;
let luca: SignedInClient;
let giulia: SignedInClient;
/** Of the same company, and not in the room. */
let stranger: SignedInClient;
/** Of another company. */
let foreigner: SignedInClient;
let roomId: string;
let pairId: string;
let storedFileName: string;

beforeAll(async () => {
  server = await startTestServer();
  [luca, giulia, stranger] = await Promise.all([
    addPerson(server, { role: 'ASSISTED' }),
    addPerson(server),
    addPerson(server, { role: 'ADMIN' }),
  ]);
  foreigner = await addPerson(server, { companyCode: await addCompany(server) });
  const targets = { targetContacts: [giulia.contactId], cryptoSchema: 0 as const };
  ({ uniqueId: roomId } = await luca.call(contracts.createRoom, { ...targets, subject: 's', isGroup: true }));
  ({ uniqueId: pairId } = await luca.call(contracts.createRoom, targets));
  const file = { base64File: 'AAAA', fileName: 'a.bin' };
  const sent = await luca.call(contracts.sendRoomMessage, { id: roomId, message: 'm', ...file, cryptoSchema: 0 });
  storedFileName = sent.fileUrl?.split('/').at(-1) ?? '';
});
afterAll(() => server.close());

type Ask = (person: TestClient, id: string) => Promise<unknown>;

/** Every call of the contract that names a room. */
const calls: readonly [name: string, ask: Ask][] = [
  ['getRoom', (person, id) => person.call(contracts.getRoom, { id })],
  ['changeRoom', (person, id) => person.call(contracts.changeRoom, { id, mute: true })],
  ['leaveRoom', (person, id) => person.call(contracts.leaveRoom, { id })],
  ['listRoomParticipants', (person, id) => person.call(contracts.listRoomParticipants, { id })],
  ['listRoomChanges', (person, id) => person.call(contracts.listRoomChanges, { id })],
  ['listFormerParticipants', (person, id) => person.call(contracts.listFormerParticipants, { id })],
  ['listRoomMessages', (person, id) => person.call(contracts.listRoomMessages, { id })],
  ['readRoomMessages', (person, id) => person.call(contracts.readRoomMessages, { id, read: true })],
  ['sendRoomMessage', (person, id) => person.call(contracts.sendRoomMessage, { id, message: 'x', cryptoSchema: 0 })],
  ['getRoomFile', (person, id) => person.call(contracts.getRoomFile, { roomId: id, storedFileName })],
];

test('the table has every call of the contract that names a room', () => {
  const naming = Object.values<unknown>(contracts).filter(
    (value): value is contracts.CallSpec =>
      typeof value === 'object' && value !== null && 'path' in value && /rooms\/\{/.test(String(value.path)),
  );
  expect(calls.map(([name]) => name).toSorted()).toEqual(naming.map((call) => call.name).toSorted());
});

describe.each(calls)('%s', (_, ask) => {
  test('A7.3: is refused without a session', async () => {
    await expect(ask(server.visitor(), roomId)).rejects.toEqual(refusal('notSignedIn'));
  });

  test('does not find the room for a stranger of the company, or for another company', async () => {
    await expect(ask(stranger, roomId)).rejects.toEqual(refusal('notFound'));
    await expect(ask(foreigner, roomId)).rejects.toEqual(refusal('notFound'));
  });

  test('does not find an unknown room, and names an invalid id', async () => {
    await expect(ask(luca, randomUUID())).rejects.toEqual(refusal('notFound'));
    await expect(ask(luca, 'no-id')).rejects.toEqual(refusal('invalidInput'));
  });
});

test('a stranger’s list does not have it, and without a session there is no list', async () => {
  for (const person of [stranger, foreigner]) expect(await person.call(contracts.listRooms, {})).toEqual([]);
  await expect(server.visitor().call(contracts.listRooms, {})).rejects.toEqual(refusal('notSignedIn'));
  const made = server.visitor().call(contracts.createRoom, { targetContacts: [giulia.contactId], cryptoSchema: 0 });
  await expect(made).rejects.toEqual(refusal('notSignedIn'));
});

test('nobody can write to, or add, a person of another company', async () => {
  for (const contactId of [foreigner.contactId, randomUUID()]) {
    const made = luca.call(contracts.createRoom, { targetContacts: [contactId], cryptoSchema: 0 });
    await expect(made).rejects.toEqual(refusal('notFound'));
    const added = luca.call(contracts.changeRoom, { id: roomId, targetContacts: [contactId] });
    await expect(added).rejects.toEqual(refusal('notFound'));
  }
  expect(await foreigner.call(contracts.listRooms, {})).toEqual([]);
});

const everybody = Array.from({ length: contracts.ROOM_PEOPLE_MAX }, () => randomUUID());

test.each<[string, contracts.ErrorName, string, (person: SignedInClient) => Promise<unknown>]>([
  [
    'A5.1, A8.6: refuses a room without another person',
    'noParticipants',
    'there are no participants',
    (person) => person.call(contracts.createRoom, { targetContacts: [person.contactId], cryptoSchema: 0 }),
  ],
  [
    'three people who are no group',
    'invalidInput',
    'isGroup',
    (person) =>
      person.call(contracts.createRoom, {
        targetContacts: [giulia.contactId, stranger.contactId],
        cryptoSchema: 0,
      }),
  ],
  [
    'a group without a subject',
    'invalidInput',
    'subject',
    (person) =>
      person.call(contracts.createRoom, { targetContacts: [giulia.contactId], isGroup: true, cryptoSchema: 0 }),
  ],
  [
    'a room under the id of another',
    'invalidInput',
    'uniqueId',
    (person) =>
      person.call(contracts.createRoom, {
        uniqueId: roomId,
        targetContacts: [stranger.contactId],
        cryptoSchema: 0,
      }),
  ],
  [
    'a subject that is not sealed',
    'envelopeInvalid',
    'subject',
    (person) =>
      person.call(contracts.createRoom, { targetContacts: [giulia.contactId], subject: 'plain', cryptoSchema: 1 }),
  ],
  [
    'more people than a room holds',
    'tooLarge',
    'targetContacts',
    (person) =>
      person.call(contracts.createRoom, { targetContacts: everybody, subject: 's', isGroup: true, cryptoSchema: 0 }),
  ],
  [
    'a message without words',
    'invalidInput',
    'message',
    (person) => person.call(contracts.sendRoomMessage, { id: roomId, message: '', cryptoSchema: 0 }),
  ],
  [
    'a page of nothing',
    'invalidInput',
    'limit',
    (person) => person.call(contracts.listRoomMessages, { id: roomId, limit: 0 }),
  ],
  [
    'messages that are to be unread',
    'invalidInput',
    'read',
    (person) => person.call(contracts.readRoomMessages, { id: roomId, read: false }),
  ],
  [
    'another name for a room of two',
    'invalidInput',
    'subject',
    (person) => person.call(contracts.changeRoom, { id: pairId, subject: 's', cryptoSchema: 0 }),
  ],
  [
    'a third in a room of two',
    'invalidInput',
    'targetContacts',
    (person) => person.call(contracts.changeRoom, { id: pairId, targetContacts: [stranger.contactId] }),
  ],
  [
    'a subject of which nobody says how it is sealed',
    'invalidInput',
    'cryptoschema',
    (person) => person.call(contracts.changeRoom, { id: roomId, subject: 's' }),
  ],
  [
    'a file whose name leads elsewhere',
    'invalidInput',
    'storedFileName',
    (person) => person.call(contracts.getRoomFile, { roomId, storedFileName: '../../keys/master.key' }),
  ],
])('%s is refused, in words', async (_, error, words, ask) => {
  await expect(ask(luca)).rejects.toEqual(refusal(error));
  await expect(ask(luca)).rejects.toThrow(words);
});
