/** Messages that change others: what the server stores, refuses, erases and counts. What a change may do, its receivers decide. */
import { randomUUID } from 'node:crypto';
import * as contracts from '@earth/contracts';
import { sealText } from '@earth/crypto';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { addCompany, addPerson } from '../../../../testing/crowd';
import { isPush } from '../../../../testing/frames';
import { refusal, type SignedInClient, startTestServer, type TestServer } from '../../../../testing/start-test-server';
import { storedFiles } from '../../../../testing/stored-files';

const jpeg = (text: string) => Buffer.from(`\xff\xd8\xff\xe0${text}`, 'latin1').toString('base64');

let server: TestServer;
let luca: SignedInClient;
let giulia: SignedInClient;
let stranger: SignedInClient;
/** The room of Luca and Giulia. */
let id: string;

beforeAll(async () => {
  server = await startTestServer();
  luca = await server.signIn('assisted');
  giulia = await server.signIn('operator');
  stranger = await addPerson(server);
});
beforeEach(async () => {
  const group = { subject: 's', isGroup: true, targetContacts: [giulia.contactId], cryptoSchema: 0 as const };
  ({ uniqueId: id } = await luca.call(contracts.createRoom, group));
});
afterAll(() => server.close());

const write = (from: SignedInClient, message: string) =>
  from.call(contracts.sendRoomMessage, { id, message, cryptoSchema: 0 });
const change = (
  from: SignedInClient,
  kind: contracts.ChangeKind,
  changedUniqueId: string,
  message: string = kind,
  clientId: string = randomUUID(),
) => from.call(contracts.sendRoomMessage, { id, message, change: kind, changedUniqueId, cryptoSchema: 0, clientId });
const roomOf = (reader: SignedInClient) => reader.call(contracts.getRoom, { id });
const list = (reader: SignedInClient) => reader.call(contracts.listRoomMessages, { id });

test('a change is stored sealed like a message, at the next position, and pushed to all, once', async () => {
  const { uniqueId } = await write(luca, 'Valve 1');
  const people = (await luca.call(contracts.listRoomParticipants, { id })).map(({ contact }) => contact);
  const socket = await giulia.socket();
  const edit = {
    id,
    message: await sealText(1, 'Open valve 7', people),
    change: 'edit',
    changedUniqueId: uniqueId,
    cryptoSchema: 1,
    clientId: 'edit-1',
  } as const;
  const sent = await luca.call(contracts.sendRoomMessage, edit);
  expect(sent).toMatchObject({ position: 2, change: 'edit', changedUniqueId: uniqueId, message: edit.message });
  expect(await luca.call(contracts.sendRoomMessage, edit)).toEqual(sent);
  const { messageContent } = await socket.next(isPush('RoomMessage'));
  expect(messageContent.roomMessage).toEqual(sent);
  await socket.close();
  expect((await list(giulia)).map((one) => one.change)).toEqual([undefined, 'edit']);
  const { rows } = await server.context.pool.query<{ row: string }>('select m::text as row from room_messages as m');
  expect(rows.map(({ row }) => row).join('\n')).not.toContain('valve 7');
});

test('a person edits and deletes their own messages only, and reacts to all that they can read', async () => {
  const { uniqueId } = await write(luca, 'Valve 1');
  for (const kind of ['edit', 'delete'] as const)
    await expect(change(giulia, kind, uniqueId)).rejects.toEqual(refusal('notAllowed'));
  const reaction = await change(giulia, 'react', uniqueId);
  // Neither what changes a message itself, nor what is not in the room.
  for (const wrong of [reaction.uniqueId, randomUUID()])
    await expect(change(giulia, 'react', wrong)).rejects.toEqual(refusal('notFound'));
  const foreigner = await addPerson(server, { companyCode: await addCompany(server) });
  for (const other of [stranger, foreigner])
    await expect(change(other, 'react', uniqueId)).rejects.toEqual(refusal('notFound'));
  // What was written before they joined is not theirs to react to.
  await luca.call(contracts.changeRoom, { id, targetContacts: [stranger.contactId] });
  await expect(change(stranger, 'react', uniqueId)).rejects.toEqual(refusal('notFound'));
  expect((await list(luca)).map(({ message }) => message)).toEqual(['Valve 1', 'react']);
});

test('a change without its message, of an unknown kind, or with a file is refused', async () => {
  const { uniqueId: changedUniqueId } = await write(luca, 'Valve 1');
  const request = { id, message: 'x', cryptoSchema: 0 as const };
  const send = (more: object) => luca.call(contracts.sendRoomMessage, { ...request, ...more });
  await expect(send({ change: 'edit' })).rejects.toThrow('changedUniqueId');
  await expect(send({ changedUniqueId })).rejects.toThrow(/change$/);
  await expect(send({ change: 'pin', changedUniqueId })).rejects.toMatchObject({ error: 'invalidInput' });
  await expect(send({ change: 'edit', changedUniqueId: 'x' })).rejects.toMatchObject({ error: 'invalidInput' });
  const file = { base64File: jpeg('1'), fileName: 'a.jpg' };
  await expect(send({ change: 'edit', changedUniqueId, ...file })).rejects.toThrow('base64file');
});

test('the list of rooms shows the last message as it was edited, and counts no change as unread', async () => {
  const first = await write(luca, 'Valve 1');
  await change(luca, 'edit', first.uniqueId, 'Valve 2', 'edit-2');
  await change(luca, 'edit', first.uniqueId, 'Valve 3', 'edit-3');
  await change(giulia, 'react', first.uniqueId);
  expect(await roomOf(giulia)).toMatchObject({
    lastMessageText: 'Valve 3',
    lastMessage: { uniqueId: first.uniqueId, position: 1, clientId: 'edit-3' },
    lastMessageDate: first.date,
    lastPosition: 4,
    unreadMessages: 1,
  });
  await giulia.call(contracts.readRoomMessages, { id, read: true, position: 1 });
  await change(luca, 'react', first.uniqueId);
  expect(await roomOf(giulia)).toMatchObject({ unreadMessages: 0, readPosition: 1 });
});

test('a deleted message is erased, with its edits and its files, and is not unread any more', async () => {
  const files = () => storedFiles(server, `rooms/${id}`);
  await write(luca, 'Before');
  const text = await write(luca, 'Code 4711');
  await change(luca, 'edit', text.uniqueId, 'Code 4712');
  const file = { base64File: jpeg('large'), base64Preview: jpeg('small'), fileName: 'Valve.jpg' };
  const picture = await luca.call(contracts.sendRoomMessage, { id, message: 'Valve.jpg', cryptoSchema: 0, ...file });
  expect(await files()).toHaveLength(2);
  for (const { uniqueId } of [text, picture]) await change(luca, 'delete', uniqueId);

  expect(await files()).toEqual([]);
  const stored = (await list(giulia)).map(({ message, fileName, fileUrl, previewUrl, change: kind }) => [
    message,
    fileName,
    fileUrl,
    previewUrl,
    kind,
  ]);
  const gone = ['', null, null, undefined];
  expect(stored).toEqual([
    ['Before', null, null, undefined, undefined],
    [...gone, undefined],
    [...gone, 'edit'],
    [...gone, undefined],
    ...Array.from({ length: 2 }, () => ['delete', null, null, undefined, 'delete']),
  ]);
  expect(await roomOf(giulia)).toMatchObject({
    lastMessageText: null,
    lastMessage: { uniqueId: picture.uniqueId, isDeleted: true, fileName: null },
    unreadMessages: 1,
  });
  const storedFileName = picture.fileUrl?.split('/').at(-1) ?? '';
  await expect(giulia.call(contracts.getRoomFile, { roomId: id, storedFileName })).rejects.toEqual(refusal('notFound'));
  const { rows } = await server.context.pool.query<{ row: string }>('select m::text as row from room_messages as m');
  expect(rows.map(({ row }) => row).join('\n')).not.toContain('Code 471');
});

test('an edit that comes after the deletion of its message leaves no text', async () => {
  const { uniqueId } = await write(luca, 'Code 4711');
  await change(luca, 'delete', uniqueId);
  await change(luca, 'edit', uniqueId, 'Code 4713');
  expect((await list(giulia)).map(({ message }) => message)).toEqual(['', 'delete', '']);
});

test('a deletion holds if the file cannot be deleted', async () => {
  const file = { base64File: jpeg('large'), fileName: 'Valve.jpg' };
  const picture = await luca.call(contracts.sendRoomMessage, { id, message: 'Valve.jpg', cryptoSchema: 0, ...file });
  const failing = vi.spyOn(server.context.blobs, 'delete').mockRejectedValueOnce(new Error('EIO'));
  const socket = await giulia.socket();
  const deletion = await change(luca, 'delete', picture.uniqueId);
  expect((await socket.next(isPush('RoomMessage'))).messageContent.roomMessage).toEqual(deletion);
  expect(failing).toHaveBeenCalledOnce();
  await socket.close();
  expect((await list(giulia)).map(({ message, fileUrl }) => [message, fileUrl])[0]).toEqual(['', null]);
});

test('in a call the same holds: an own message is deleted with its file, another’s is not', async () => {
  const [caller, callee] = await Promise.all([addPerson(server), addPerson(server)]);
  const targets = { targetContacts: [callee.contactId], subject: 's', cryptoSchema: 0 as const };
  const { call } = await caller.call(contracts.createCall, targets);
  const callId = call.uniqueId;
  await callee.call(contracts.joinCall, { id: callId });
  const send = (from: SignedInClient, more: object) =>
    from.call(contracts.sendCallMessage, { id: callId, message: 'x', cryptoSchema: 0, ...more });
  const { uniqueId: changedUniqueId } = await send(caller, { base64File: jpeg('1'), fileName: 'a.jpg' });
  const deletion = { change: 'delete', changedUniqueId };
  await expect(send(callee, deletion)).rejects.toEqual(refusal('notAllowed'));
  await send(caller, deletion);
  expect(await storedFiles(server, `calls/${callId}`)).toEqual([]);
  const kept = await send(callee, { message: 'Kept' });
  await send(callee, { change: 'edit', changedUniqueId: kept.uniqueId });
  expect((await caller.call(contracts.getCall, { id: callId })).messagesCount).toBe(1);
  const stored = await callee.call(contracts.listCallMessages, { id: callId });
  expect(stored).toMatchObject([
    { message: '', fileUrl: null },
    { change: 'delete', changedUniqueId },
    { message: 'Kept' },
    { change: 'edit' },
  ]);
});

test('mentions of the user are counted until they are read, and gone with a deleted message', async () => {
  const mention = (contactId: string) =>
    luca.call(contracts.sendRoomMessage, { id, message: 'x', cryptoSchema: 0, mentions: [contactId] });
  const first = await mention(giulia.contactId);
  expect(first.mentions).toEqual([giulia.contactId]);
  const second = await mention(giulia.contactId);
  await mention(luca.contactId);
  expect(await roomOf(giulia)).toMatchObject({ unreadMessages: 3, unreadMentions: 2 });
  expect(await roomOf(luca)).not.toHaveProperty('unreadMentions');
  await giulia.call(contracts.readRoomMessages, { id, read: true, position: first.position });
  expect(await roomOf(giulia)).toMatchObject({ unreadMentions: 1 });
  await change(luca, 'delete', second.uniqueId);
  expect(await roomOf(giulia)).not.toHaveProperty('unreadMentions');
  const wrong = { id, message: 'x', cryptoSchema: 0 as const };
  await expect(luca.call(contracts.sendRoomMessage, { ...wrong, mentions: ['x'] })).rejects.toThrow('mentions');
  const many = Array.from({ length: 201 }, () => randomUUID());
  await expect(luca.call(contracts.sendRoomMessage, { ...wrong, mentions: many })).rejects.toThrow('mentions');
});
