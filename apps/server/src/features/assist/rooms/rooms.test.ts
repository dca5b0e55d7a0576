import * as contracts from '@earth/contracts';
import { openText, sealText } from '@earth/crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { addDevice, addPerson } from '../../../../testing/crowd';
import { isPush } from '../../../../testing/frames';
import type { TestSocket } from '../../../../testing/socket';
import { refusal, type SignedInClient, startTestServer, type TestServer } from '../../../../testing/start-test-server';
import { storedFiles } from '../../../../testing/stored-files';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

/** People who have no rooms yet. */
let luca: SignedInClient;
let giulia: SignedInClient;
let sara: SignedInClient;
beforeEach(async () => {
  [luca, giulia, sara] = await Promise.all([addPerson(server), addPerson(server), addPerson(server)]);
});

const pairWith = (other: SignedInClient) => ({ targetContacts: [other.contactId], cryptoSchema: 0 as const });
const groupOf = (...others: SignedInClient[]) => ({
  subject: 'Plant 2, night shift',
  targetContacts: others.map((one) => one.contactId),
  isGroup: true,
  cryptoSchema: 0 as const,
});
const write = (from: SignedInClient, id: string, message: string) =>
  from.call(contracts.sendRoomMessage, { id, message, cryptoSchema: 0 });
const idsOf = (room: contracts.Room) => room.participants.map((one) => one.uniqueId).toSorted();
const sorted = (...people: SignedInClient[]) => people.map((one) => one.contactId).toSorted();
const roomsOf = (person: SignedInClient) => person.call(contracts.listRooms, {});
const namesOf = (socket: TestSocket) =>
  socket.unread.flatMap((frame) => (frame.type === 'push' ? frame.messageType : []));

test('A5.2: the creator of a room is one of its people; all of them are notified', async () => {
  const [hers, his] = [await giulia.socket(), await luca.socket()];
  const room = await luca.call(contracts.createRoom, pairWith(giulia));
  expect(room).toMatchObject({ isGroup: false, subject: '', unreadMessages: 0, mute: false, lastMessageDate: null });
  expect(idsOf(room)).toEqual(sorted(luca, giulia));
  for (const socket of [hers, his]) {
    const { messageContent } = await socket.next(isPush('RoomCreated'));
    expect(messageContent.room).toEqual(room);
  }
  expect(await roomsOf(giulia)).toEqual([room]);
  expect(await giulia.call(contracts.getRoom, { id: room.uniqueId })).toEqual(room);
  const people = await giulia.call(contracts.listRoomParticipants, { id: room.uniqueId });
  expect(people.map(({ contact }) => contact.uniqueId).toSorted()).toEqual(sorted(luca, giulia));
});

test('a second room of the same two returns the first, whichever of them creates it', async () => {
  const first = await luca.call(contracts.createRoom, pairWith(giulia));
  const socket = await luca.socket();
  const again = await luca.call(contracts.createRoom, { ...pairWith(giulia), subject: 'Another' });
  const hers = await giulia.call(contracts.createRoom, {
    ...pairWith(luca),
    targetContacts: [luca.contactId, giulia.contactId],
  });
  expect([again.uniqueId, hers.uniqueId, again.subject]).toEqual([first.uniqueId, first.uniqueId, '']);
  expect(await roomsOf(luca)).toHaveLength(1);
  // A group of two is a group.
  const group = await luca.call(contracts.createRoom, groupOf(giulia));
  expect(group.uniqueId).not.toBe(first.uniqueId);
  await socket.next(isPush('RoomCreated'));
  expect(namesOf(socket)).toEqual([]);
});

test('the subject of a group is sealed, and the database holds no plain text of it', async () => {
  const [maker, reader] = [await server.signIn('operator'), await server.signIn('assisted')];
  const book = await maker.call(contracts.listAddressBook, {});
  const profile = await maker.call(contracts.getProfile, {});
  const people = [profile, ...book.map(({ contact }) => contact)].filter(({ uniqueId }) =>
    [maker.contactId, reader.contactId].includes(uniqueId),
  );
  const subject = await sealText(1, 'Valve 12 leaks', people);
  const room = await maker.call(contracts.createRoom, { ...groupOf(reader), subject, cryptoSchema: 1 });
  expect(room).toMatchObject({ subject, cryptoSchema: 1 });
  const [seen] = await roomsOf(reader);
  expect(await openText(1, seen?.subject ?? '', await reader.reader())).toBe('Valve 12 leaks');
  const { rows } = await server.context.pool.query<{ row: string }>('select rooms::text as row from rooms');
  expect(rows.map(({ row }) => row).join('\n')).not.toContain('Valve 12');
});

test('refuses a subject that is not sealed for all participants and newcomers, and accepts it sealed again', async () => {
  // Nobody opens it here, so any key will do.
  const { publicKey } = await (await server.signIn('operator')).call(contracts.getProfile, {});
  const seal = async (readers: SignedInClient[]) => {
    const recipients = readers.map(({ contactId: uniqueId }) => ({ uniqueId, publicKey }));
    return { subject: await sealText(1, 'Valve 12 leaks', recipients), cryptoSchema: 1 as const };
  };
  const make = async (...readers: SignedInClient[]) =>
    luca.call(contracts.createRoom, { ...groupOf(giulia), ...(await seal(readers)) });
  await expect(make(luca)).rejects.toEqual(refusal('recipientUnknown'));
  const { uniqueId: id } = await make(luca, giulia);
  // Both have read the participants; another person is added first.
  await luca.call(contracts.changeRoom, {
    id,
    targetContacts: [sara.contactId],
    ...(await seal([luca, giulia, sara])),
  });
  const before = await luca.call(contracts.getRoom, { id });
  const rename = async (...readers: SignedInClient[]) =>
    giulia.call(contracts.changeRoom, { id, ...(await seal(readers)) });
  await expect(rename(luca, giulia)).rejects.toEqual(refusal('recipientUnknown'));
  const late = await addPerson(server);
  const add = async (...readers: SignedInClient[]) =>
    giulia.call(contracts.changeRoom, { id, targetContacts: [late.contactId], ...(await seal(readers)) });
  await expect(add(luca, giulia, late)).rejects.toEqual(refusal('recipientUnknown'));
  expect(await luca.call(contracts.getRoom, { id })).toEqual(before);
  expect((await add(luca, giulia, sara, late)).participants).toHaveLength(4);
});

test('A4.34, A4.35: a new message moves its room to the top and counts as unread; marking as read sets the count to 0', async () => {
  const [a, b] = [
    await luca.call(contracts.createRoom, pairWith(giulia)),
    await luca.call(contracts.createRoom, pairWith(sara)),
  ];
  expect((await roomsOf(luca)).map((room) => room.uniqueId)).toEqual([b.uniqueId, a.uniqueId]);
  await write(giulia, a.uniqueId, 'First');
  const sent = await write(giulia, a.uniqueId, 'Second');
  await write(luca, a.uniqueId, 'Third');

  const [top] = await roomsOf(luca);
  expect(top).toMatchObject({ uniqueId: a.uniqueId, unreadMessages: 2, readPosition: 0, lastMessageText: 'Third' });
  expect(top?.lastMessage).toMatchObject({ position: 3, sender: { uniqueId: luca.contactId }, read: false });
  const half = await luca.call(contracts.readRoomMessages, { id: a.uniqueId, read: true, position: 1 });
  expect(half).toMatchObject({ unreadMessages: 1, readPosition: 1 });
  const read = await luca.call(contracts.readRoomMessages, { id: a.uniqueId, read: true });
  expect(read).toMatchObject({ unreadMessages: 0, readPosition: 3 });
  const messages = await luca.call(contracts.listRoomMessages, { id: a.uniqueId });
  expect(messages.map((one) => one.read)).toEqual([true, true, false]);
  expect(sent.read).toBe(false);
});

test('A4.37: a new room is sorted by date', async () => {
  const old = await luca.call(contracts.createRoom, pairWith(giulia));
  await write(giulia, old.uniqueId, 'Before');
  const made = await luca.call(contracts.createRoom, groupOf(giulia, sara));
  expect((await roomsOf(luca)).map((room) => room.uniqueId)).toEqual([made.uniqueId, old.uniqueId]);
  await write(giulia, old.uniqueId, 'After');
  expect((await roomsOf(luca)).map((room) => room.uniqueId)).toEqual([old.uniqueId, made.uniqueId]);
});

test('A4.36: mute changes the flag of one user, on all of their devices', async () => {
  const { uniqueId: id } = await luca.call(contracts.createRoom, pairWith(giulia));
  const phone = await (await addDevice(server, luca.contactId)).socket();
  const hers = await giulia.socket();
  expect(await luca.call(contracts.changeRoom, { id, mute: true })).toMatchObject({ mute: true });
  expect((await phone.next(isPush('RoomChanged'))).messageContent.roomUniqueId).toBe(id);
  expect(await roomsOf(giulia)).toMatchObject([{ mute: false }]);
  expect(await luca.call(contracts.changeRoom, { id, mute: false })).toMatchObject({ mute: false });
  await write(luca, id, 'x');
  await hers.next(isPush('RoomMessage'));
  expect(namesOf(hers)).toEqual([]);
});

test('a newcomer of a group reads from then on, and the others are notified', async () => {
  const { uniqueId: id } = await luca.call(contracts.createRoom, groupOf(giulia));
  await write(luca, id, 'Before');
  const [hers, saras] = [await giulia.socket(), await sara.socket()];
  const changed = await giulia.call(contracts.changeRoom, {
    id,
    targetContacts: [sara.contactId, luca.contactId],
    subject: 'Plant 2 and 3',
    cryptoSchema: 0,
  });
  expect(idsOf(changed)).toEqual(sorted(luca, giulia, sara));
  expect((await hers.next(isPush('RoomChanged'))).messageContent.roomUniqueId).toBe(id);
  const { messageContent } = await saras.next(isPush('RoomCreated'));
  expect(messageContent.room).toMatchObject({
    uniqueId: id,
    subject: 'Plant 2 and 3',
    unreadMessages: 0,
    lastMessageText: null,
    readPosition: 1,
  });
  expect(await sara.call(contracts.listRoomMessages, { id })).toEqual([]);
  await write(luca, id, 'After');
  expect(await roomsOf(sara)).toMatchObject([{ unreadMessages: 1, lastMessageText: 'After' }]);
  expect(await sara.call(contracts.listRoomMessages, { id })).toMatchObject([{ message: 'After', position: 2 }]);
  expect(await giulia.call(contracts.listRoomMessages, { id })).toHaveLength(2);
});

test('renames a group, and notifies all of it', async () => {
  const { uniqueId: id } = await luca.call(contracts.createRoom, groupOf(giulia));
  const hers = await giulia.socket();
  await luca.call(contracts.changeRoom, { id, subject: 'Plant 3', cryptoSchema: 0 });
  await hers.next(isPush('RoomChanged'));
  expect(await roomsOf(giulia)).toMatchObject([{ subject: 'Plant 3' }]);
});

test('A7.40: DELETE /services/rooms/{id}: the room is gone for the person who leaves, and the others are notified', async () => {
  const { uniqueId: id } = await luca.call(contracts.createRoom, groupOf(giulia, sara));
  const phone = await (await addDevice(server, luca.contactId)).socket();
  const hers = await giulia.socket();
  await luca.call(contracts.leaveRoom, { id });
  expect((await phone.next(isPush('RoomDeleted'))).messageContent.roomUniqueId).toBe(id);
  await hers.next(isPush('RoomChanged'));
  expect(await roomsOf(luca)).toEqual([]);
  await expect(luca.call(contracts.getRoom, { id })).rejects.toEqual(refusal('notFound'));
  await expect(write(luca, id, 'x')).rejects.toEqual(refusal('notFound'));
  expect((await roomsOf(giulia)).map(idsOf)).toEqual([sorted(giulia, sara)]);
  await write(giulia, id, 'He is gone');
  await hers.next(isPush('RoomMessage'));
  expect(namesOf(phone)).toEqual([]);
});

test('the last participant who leaves deletes the room, its messages and its files', async () => {
  const { uniqueId: id } = await luca.call(contracts.createRoom, groupOf(giulia));
  const base64File = Buffer.from('The manual').toString('base64');
  await luca.call(contracts.sendRoomMessage, { id, message: 'm', base64File, fileName: 'a.txt', cryptoSchema: 0 });
  const files = () => storedFiles(server, `rooms/${id}`);
  await luca.call(contracts.leaveRoom, { id });
  expect(await files()).toHaveLength(1);
  await giulia.call(contracts.leaveRoom, { id });
  expect(await files()).toEqual([]);
  const { rows } = await server.context.pool.query('select from room_messages where room_id = $1', [id]);
  expect(rows).toEqual([]);
});

test('a room has the id that its maker chose; a retry returns the same room', async () => {
  const uniqueId = server.context.random.id();
  const group = await luca.call(contracts.createRoom, { ...groupOf(giulia), uniqueId });
  expect(group).toMatchObject({ uniqueId, subjectAuthor: { uniqueId: luca.contactId } });
  await giulia.call(contracts.leaveRoom, { id: uniqueId });
  const again = await luca.call(contracts.createRoom, { ...groupOf(giulia), uniqueId });
  // A participant who has left meanwhile is not brought back.
  expect(idsOf(again)).toEqual(sorted(luca));
  const stranger = sara.call(contracts.createRoom, { ...groupOf(giulia), uniqueId });
  await expect(stranger).rejects.toEqual(refusal('invalidInput'));
  const pair = await luca.call(contracts.createRoom, { ...pairWith(giulia), uniqueId: server.context.random.id() });
  const second = await luca.call(contracts.createRoom, { ...pairWith(giulia), uniqueId: server.context.random.id() });
  expect(second.uniqueId).toBe(pair.uniqueId);
});

test('returns former participants to those who can read their messages', async () => {
  const { uniqueId: id } = await luca.call(contracts.createRoom, groupOf(giulia));
  await write(luca, id, 'Before');
  await giulia.call(contracts.changeRoom, { id, targetContacts: [sara.contactId] });
  const former = async (person: SignedInClient) =>
    (await person.call(contracts.listFormerParticipants, { id })).map((one) => one.uniqueId);
  expect(await former(giulia)).toEqual([]);
  await giulia.call(contracts.changeRoom, { id, subject: 'Plant 3', cryptoSchema: 0 });
  await luca.call(contracts.leaveRoom, { id });
  expect(await former(giulia)).toEqual([luca.contactId]);
  // Sara joined after his messages, and the subject is another author's.
  expect(await former(sara)).toEqual([]);
  await giulia.call(contracts.leaveRoom, { id });
  expect(await former(sara)).toEqual([giulia.contactId]);
  expect(await roomsOf(sara)).toMatchObject([{ subjectAuthor: { uniqueId: giulia.contactId } }]);
});

test('a participant who left a room of two comes back into it, and reads from then on', async () => {
  const { uniqueId: id } = await luca.call(contracts.createRoom, pairWith(giulia));
  await write(luca, id, 'Before');
  await giulia.call(contracts.leaveRoom, { id });
  const [hers, his] = [await giulia.socket(), await luca.socket()];
  const back = await luca.call(contracts.createRoom, pairWith(giulia));
  expect(back).toMatchObject({ uniqueId: id, lastMessageText: 'Before' });
  const { messageContent } = await hers.next(isPush('RoomCreated'));
  expect(messageContent.room).toMatchObject({ uniqueId: id, unreadMessages: 0, lastMessageText: null });
  expect(idsOf(messageContent.room)).toEqual(sorted(luca, giulia));
  await his.next(isPush('RoomChanged'));
  expect(await giulia.call(contracts.listRoomMessages, { id })).toEqual([]);
  await write(luca, id, 'Again');
  expect((await giulia.call(contracts.listRoomMessages, { id })).map(({ message }) => message)).toEqual(['Again']);
});

test('a participant sees who joined, who left and who renamed the room, in place between the messages', async () => {
  const marco = await addPerson(server);
  const room = await luca.call(contracts.createRoom, groupOf(giulia, sara));
  const id = room.uniqueId;
  const changesOf = (person: SignedInClient) => person.call(contracts.listRoomChanges, { id });
  expect(await changesOf(giulia)).toEqual([]);
  await write(luca, id, 'Who is there?');
  await luca.call(contracts.changeRoom, { id, subject: 'Plant 3', cryptoSchema: 0 });
  await write(luca, id, 'We go to plant 3');
  server.clock.advance(1000);
  await giulia.call(contracts.changeRoom, {
    id,
    subject: 'Plant 3',
    cryptoSchema: 0,
    targetContacts: [marco.contactId],
  });
  server.clock.advance(1000);
  await sara.call(contracts.leaveRoom, { id });

  const of = (person: SignedInClient) => expect.objectContaining({ uniqueId: person.contactId });
  const renamed = expect.objectContaining({ kind: 'renamed', contact: of(luca), by: null, position: 1 });
  const joined = expect.objectContaining({ kind: 'joined', contact: of(marco), by: of(giulia), position: 2 });
  const left = expect.objectContaining({ kind: 'left', contact: of(sara), by: null, position: 2 });
  expect(await changesOf(luca)).toEqual([renamed, joined, left]);
  // Only changes since they joined, without their own joining.
  expect(await changesOf(marco)).toEqual([left]);
  await expect(changesOf(sara)).rejects.toEqual(refusal('notFound'));
  // The former subject is stored nowhere but in the room.
  expect(JSON.stringify(await changesOf(luca))).not.toContain('Plant');
});

test('changes are deleted with the room, and are for its people only', async () => {
  const room = await luca.call(contracts.createRoom, groupOf(giulia));
  const { uniqueId: id } = room;
  await expect(sara.call(contracts.listRoomChanges, { id })).rejects.toEqual(refusal('notFound'));
  await expect(luca.call(contracts.listRoomChanges, { id: 'x' })).rejects.toMatchObject({ code: 400 });
  expect((await server.visitor().raw(`/services/rooms/${id}/changes`)).status).toBe(401);
  await giulia.call(contracts.leaveRoom, { id });
  await luca.call(contracts.leaveRoom, { id });
  await expect(luca.call(contracts.listRoomChanges, { id })).rejects.toEqual(refusal('notFound'));
});
