import { randomBytes, randomUUID } from 'node:crypto';
import * as contracts from '@earth/contracts';
import { openFile, openText, sealFile, sealText } from '@earth/crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addDevice, addPerson } from '../../../../testing/crowd';
import { isFrame, isPush } from '../../../../testing/frames';
import type { TestSocket } from '../../../../testing/socket';
import { refusal, type SignedInClient, startTestServer, type TestServer } from '../../../../testing/start-test-server';
import { storedFiles } from '../../../../testing/stored-files';

const LIMIT = 64 * 1024;
const base64 = (bytes: Buffer | string) => Buffer.from(bytes).toString('base64');

/** A picture is recognised by its first bytes. */
const jpeg = (text: string) => base64(Buffer.from(`\xff\xd8\xff\xe0${text}`, 'latin1'));

let server: TestServer;
let luca: SignedInClient;
let giulia: SignedInClient;
/** Of the same company, and not in the room. */
let stranger: SignedInClient;
/** The room of Luca and Giulia. */
let id: string;
let people: { readonly uniqueId: string; readonly publicKey: string }[];

beforeAll(async () => {
  server = await startTestServer({ MAX_FILE_BYTES: String(LIMIT) });
  luca = await server.signIn('assisted');
  giulia = await server.signIn('operator');
  stranger = await addPerson(server);
  ({ uniqueId: id } = await luca.call(contracts.createRoom, { targetContacts: [giulia.contactId], cryptoSchema: 0 }));
  people = (await luca.call(contracts.listRoomParticipants, { id })).map(({ contact }) => contact);
});
afterAll(() => server.close());

const write = (from: SignedInClient, message: string, roomId = id) =>
  from.call(contracts.sendRoomMessage, { id: roomId, message, cryptoSchema: 0 });
const pushedIn = (socket: TestSocket) => socket.unread.flatMap((frame) => (frame.type === 'push' ? [frame] : []));
const filesOfRoom = () => storedFiles(server, `rooms/${id}`);

test('a message reaches every device of all in the room, including the sender’s others, and reads as it was written', async () => {
  const devices = [await addDevice(server, giulia.contactId), await addDevice(server, luca.contactId), giulia];
  const sockets = await Promise.all(devices.map((device) => device.socket()));
  const outside = await stranger.socket();
  const message = await sealText(1, 'Which valve?', people);
  const sent = await luca.call(contracts.sendRoomMessage, { id, message, cryptoSchema: 1, clientId: 'm-1' });
  expect(sent).toMatchObject({ roomUniqueId: id, message, cryptoSchema: 1, clientId: 'm-1', fileName: null });
  expect(sent).toMatchObject({ position: 1, delivered: false, read: false });
  expect(sent.sender).toEqual({ uniqueId: luca.contactId, name: 'Luca Moretti' });
  for (const socket of sockets) {
    const { messageContent } = await socket.next(isPush('RoomMessage'));
    expect(messageContent.roomMessage).toEqual(sent);
    await socket.close();
  }
  const [listed] = await giulia.call(contracts.listRoomMessages, { id });
  expect(await openText(1, listed?.message ?? '', await giulia.reader())).toBe('Which valve?');
  expect(pushedIn(outside)).toEqual([]);
  const { rows } = await server.context.pool.query<{ row: string }>(
    'select room_messages::text as row from room_messages',
  );
  expect(rows.map(({ row }) => row).join('\n')).not.toContain('valve');
});

test('between servers a message is published once, however many read it', async () => {
  const notified: (readonly string[])[] = [];
  const unsubscribe = server.context.bus.subscribe('push', ({ contactIds, event }) => {
    if (event.messageType === 'RoomMessage') notified.push(contactIds.toSorted());
  });
  await write(luca, 'Once');
  unsubscribe();
  expect(notified).toEqual([[luca.contactId, giulia.contactId].toSorted()]);
});

test('a message is sent, then delivered, then read, and its sender is notified', async () => {
  const socket = await luca.socket();
  const hers = await giulia.socket();
  const { position, uniqueId } = await write(luca, 'Are you there?');
  const seen = async () =>
    (await luca.call(contracts.listRoomMessages, { id })).find((one) => one.uniqueId === uniqueId);
  expect(await seen()).toMatchObject({ delivered: false, read: false });

  hers.send({ type: 'received', roomUniqueId: id, position });
  const delivered = await socket.next(isPush('MessagesDelivered'));
  expect(delivered.messageContent).toEqual({ roomUniqueId: id, contactUniqueId: giulia.contactId, position });
  expect(await seen()).toMatchObject({ delivered: true, read: false });

  await giulia.call(contracts.readRoomMessages, { id, read: true });
  for (const one of [socket, hers]) {
    const { messageContent } = await one.next(isPush('MessagesRead'));
    expect(messageContent).toMatchObject({ roomUniqueId: id, contactUniqueId: giulia.contactId, position });
  }
  expect(await seen()).toMatchObject({ delivered: true, read: true });
  const [room] = await luca.call(contracts.listRooms, {});
  expect(room?.lastMessage).toMatchObject({ delivered: true, read: true });
  const reached = await luca.call(contracts.listRoomParticipants, { id });
  expect(reached.find(({ contact }) => contact.uniqueId === giulia.contactId)).toMatchObject({
    deliveredPosition: position,
    readPosition: position,
  });
  await Promise.all([socket.close(), hers.close()]);
});

test('a read position never goes back: an older or invalid one changes nothing, and notifies nobody', async () => {
  const { position } = await write(luca, 'x');
  await giulia.call(contracts.readRoomMessages, { id, read: true });
  const socket = await luca.socket();
  for (const wild of [0, 1, Number.MAX_SAFE_INTEGER])
    expect(await giulia.call(contracts.readRoomMessages, { id, read: true, position: wild })).toMatchObject({
      readPosition: position,
    });
  await write(giulia, 'y');
  await socket.next(isPush('RoomMessage'));
  // The availability of a contact may change at any time.
  expect(pushedIn(socket).filter(({ messageType }) => messageType !== 'ContactAvailability')).toEqual([]);
  await socket.close();
});

test('in a group a message is read when everybody who was there has read it', async () => {
  const [one, other, late] = await Promise.all([addPerson(server), addPerson(server), addPerson(server)]);
  const group = await luca.call(contracts.createRoom, {
    subject: 's',
    targetContacts: [one.contactId, other.contactId],
    isGroup: true,
    cryptoSchema: 0,
  });
  const room = group.uniqueId;
  await write(luca, 'To both', room);
  await luca.call(contracts.changeRoom, { id: room, targetContacts: [late.contactId] });
  const isRead = async () => (await luca.call(contracts.listRoomMessages, { id: room })).map((message) => message.read);
  await one.call(contracts.readRoomMessages, { id: room, read: true });
  expect(await isRead()).toEqual([false]);
  await other.call(contracts.readRoomMessages, { id: room, read: true });
  expect(await isRead()).toEqual([true]);
});

test('shows typing to the other participants only, on no own device, and does not store it', async () => {
  const [hers, his, outside] = [await giulia.socket(), await luca.socket(), await stranger.socket()];
  his.send({ type: 'typing', roomUniqueId: id });
  expect(await hers.next(isFrame('typing'))).toEqual({
    type: 'typing',
    roomUniqueId: id,
    contactUniqueId: luca.contactId,
  });
  outside.send({ type: 'typing', roomUniqueId: id });
  expect(await outside.next(isFrame('error'))).toMatchObject({ code: 404, error: 'notFound' });
  outside.send({ type: 'received', roomUniqueId: id, position: 1 });
  expect(await outside.next(isFrame('error'))).toMatchObject({ code: 404, error: 'notFound' });
  await write(luca, 'Done');
  await hers.next(isPush('RoomMessage'));
  expect([...hers.unread, ...his.unread].filter(isFrame('typing'))).toEqual([]);
  await Promise.all([hers.close(), his.close(), outside.close()]);
});

test('the same clientId again returns the first message, whatever else it contains, for its sender only', async () => {
  const request = { id, message: 'Hello', cryptoSchema: 0 as const, clientId: 'm-2' };
  const first = await luca.call(contracts.sendRoomMessage, request);
  const again = await luca.call(contracts.sendRoomMessage, { ...request, message: 'Something else', cryptoSchema: 1 });
  expect(again).toEqual(first);
  expect((await giulia.call(contracts.sendRoomMessage, request)).uniqueId).not.toBe(first.uniqueId);
});

test('A7.42: messages by toId, fromId and limit: pages have no gaps and no duplicates', async () => {
  const [a, b] = await Promise.all([addPerson(server), addPerson(server)]);
  const room = await a.call(contracts.createRoom, { targetContacts: [b.contactId], cryptoSchema: 0 });
  const roomId = room.uniqueId;
  for (let count = 1; count <= 35; count += 1) await write(count % 2 ? a : b, `${count}`, roomId);
  const page = (query: { fromId?: string; toId?: string; limit?: number }) =>
    b.call(contracts.listRoomMessages, { id: roomId, ...query });
  const texts = (messages: contracts.RoomMessage[]) => messages.map((one) => one.message);
  const numbers = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, at) => `${from + at}`);

  const newest = await page({});
  expect(texts(newest)).toEqual(numbers(6, 35));
  expect(newest.map((one) => one.position)).toEqual(numbers(6, 35).map(Number));
  const older = await page({ toId: newest[0]?.uniqueId ?? '' });
  expect(texts(older)).toEqual(numbers(1, 5));
  expect(await page({ toId: older[0]?.uniqueId ?? '' })).toEqual([]);
  const next = await page({ fromId: older[0]?.uniqueId ?? '', limit: 10 });
  expect(texts(next)).toEqual(numbers(2, 11));
  expect(texts(await page({ fromId: next[9]?.uniqueId ?? '', limit: 200 }))).toEqual(numbers(12, 35));
  expect(await page({ fromId: newest[29]?.uniqueId ?? '' })).toEqual([]);
  const between = await page({ fromId: older[0]?.uniqueId ?? '', toId: older[4]?.uniqueId ?? '' });
  expect(texts(between)).toEqual(numbers(2, 4));
  // A message of another room is no position in this one.
  const elsewhere = await write(luca, 'Elsewhere');
  for (const query of [{ fromId: elsewhere.uniqueId }, { toId: elsewhere.uniqueId }, { toId: randomUUID() }])
    await expect(page(query)).rejects.toEqual(refusal('notFound'));
});

test('A7.44: a message with base64file and fileName is returned as sealed, to the people of the room', async () => {
  const bytes = randomBytes(1000);
  const sent = await luca.call(contracts.sendRoomMessage, {
    id,
    message: await sealText(1, 'The manual', people),
    base64File: await sealFile(1, bytes, people),
    fileName: 'Manuale d’uso.pdf',
    fileSize: bytes.length,
    cryptoSchema: 1,
  });
  expect(sent.fileName).toBe('Manuale d’uso.pdf');
  // The size of the sender's file, not that of its padded blocks.
  expect(sent.fileSize).toBe(bytes.length);
  const [, , , roomId = '', storedFileName = ''] = sent.fileUrl?.split('/') ?? [];
  const get = { roomId, storedFileName };
  const file = await giulia.call(contracts.getRoomFile, get);
  expect(file).toMatchObject({ fileName: 'Manuale d’uso.pdf', cryptoSchema: 1 });
  expect(Buffer.from((await openFile(1, file.base64, await giulia.reader())) ?? [])).toEqual(bytes);
  const stored = await server.context.blobs.read(`rooms/${roomId}/${storedFileName}`);
  expect(stored?.toString('base64')).toBe(file.base64);
});

const nameIn = (url = '') => url.split('/').at(-1) ?? '';

test('a preview comes back as it was sealed, and is not stored in plain', async () => {
  const [large, small] = [randomBytes(1000), Buffer.from('Gauge at 3.4 bar')];
  const sent = await luca.call(contracts.sendRoomMessage, {
    id,
    message: await sealText(1, 'gauge.jpg', people),
    base64File: await sealFile(1, large, people),
    base64Preview: await sealFile(1, small, people),
    fileName: 'gauge.jpg',
    cryptoSchema: 1,
  });
  const [listed] = (await giulia.call(contracts.listRoomMessages, { id })).slice(-1);
  expect(listed?.previewUrl).toBe(sent.previewUrl);
  const open = async (url?: string) => {
    const file = await giulia.call(contracts.getRoomFile, { roomId: id, storedFileName: nameIn(url) });
    return Buffer.from((await openFile(1, file.base64, await giulia.reader())) ?? []);
  };
  expect(await open(listed?.previewUrl)).toEqual(small);
  expect(await open(listed?.fileUrl ?? '')).toEqual(large);
  const stored = await server.context.blobs.read(`rooms/${id}/${nameIn(sent.previewUrl)}`);
  expect(stored?.length).toBeGreaterThan(small.length);
  expect(stored?.toString()).not.toContain('Gauge');
});

test('a preview is for the people of the room, and is deleted with it', async () => {
  const [one, other, late] = await Promise.all([addPerson(server), addPerson(server), addPerson(server)]);
  const group = { subject: 's', targetContacts: [other.contactId], isGroup: true, cryptoSchema: 0 as const };
  const { uniqueId: room } = await one.call(contracts.createRoom, group);
  const file = { base64File: jpeg('Large'), fileName: 'a.jpg', base64Preview: jpeg('Small') };
  const sent = await one.call(contracts.sendRoomMessage, { id: room, message: 'm', ...file, cryptoSchema: 0 });
  const url = sent.previewUrl ?? '';
  expect(await storedFiles(server, `rooms/${room}`)).toHaveLength(2);
  expect((await stranger.raw(url)).status).toBe(404);
  await one.call(contracts.changeRoom, { id: room, targetContacts: [late.contactId] });
  expect((await other.raw(url)).status).toBe(200);
  expect((await late.raw(url)).status).toBe(404);
  for (const person of [one, other, late]) await person.call(contracts.leaveRoom, { id: room });
  expect(await storedFiles(server, `rooms/${room}`)).toEqual([]);
});

test('a newcomer of a group gets no file from before', async () => {
  const [one, late] = await Promise.all([addPerson(server), addPerson(server)]);
  const group = { subject: 's', targetContacts: [one.contactId], isGroup: true, cryptoSchema: 0 as const };
  const { uniqueId: room } = await luca.call(contracts.createRoom, group);
  const file = { base64File: base64('The plan'), fileName: 'plan.txt' };
  const { fileUrl } = await luca.call(contracts.sendRoomMessage, { id: room, message: 'm', ...file, cryptoSchema: 0 });
  await luca.call(contracts.changeRoom, { id: room, targetContacts: [late.contactId] });
  expect((await one.raw(fileUrl ?? '')).status).toBe(200);
  expect((await late.raw(fileUrl ?? '')).status).toBe(404);
});

test('A5.1, A8.6: refuses a message in a room that all others have left', async () => {
  const marco = await addPerson(server);
  const send = (roomId: string, message: string, more: object = {}) =>
    giulia.call(contracts.sendRoomMessage, { id: roomId, message, cryptoSchema: 0, ...more });
  const herself = people.filter(({ uniqueId }) => uniqueId === giulia.contactId);
  const group = { subject: 's', targetContacts: [marco.contactId], isGroup: true, cryptoSchema: 0 as const };
  const pair = { targetContacts: [marco.contactId], cryptoSchema: 0 as const };
  for (const made of [group, pair]) {
    const { uniqueId: room } = await giulia.call(contracts.createRoom, made);
    const before = await send(room, 'Before', { clientId: 'before' });
    await marco.call(contracts.leaveRoom, { id: room });
    const alone = [
      ['Are you there?', {}],
      ['The plan', { base64File: base64('The plan'), fileName: 'plan.txt' }],
      [await sealText(1, 'For myself', herself), { cryptoSchema: 1 }],
    ] as const;
    for (const [message, more] of alone)
      await expect(send(room, message, more)).rejects.toEqual(refusal('noParticipants'));
    // What was accepted when there were readers stays accepted.
    expect(await send(room, 'Before', { clientId: 'before' })).toMatchObject({ uniqueId: before.uniqueId });
    expect(await giulia.call(contracts.listRoomMessages, { id: room })).toHaveLength(1);
    expect(await storedFiles(server, `rooms/${room}`)).toEqual([]);
  }
});

test('refuses what is no message, and leaves nothing behind', async () => {
  const [before, kept] = [await luca.call(contracts.listRoomMessages, { id, limit: 200 }), await filesOfRoom()];
  const valid = await sealText(1, 'x', people);
  const [key] = (await sealText(1, 'x', people)).match(/"CriptedKey":"[^"]+"/) ?? [];
  const forStranger = valid.replace(
    /"RecipientKeys":\[/,
    `"RecipientKeys":[{${key},"RecipientId":"${stranger.contactId}"},`,
  );
  const forOne = await sealText(1, 'x', people.slice(1));
  const file = { fileName: 'a.bin', base64File: base64('plain') };
  type Wrong = Partial<contracts.CallInput<typeof contracts.sendRoomMessage>>;
  const refused: (readonly [string, Wrong, contracts.ErrorName])[] = [
    ['plain text under scheme 1', { message: 'Hello', cryptoSchema: 1 }, 'envelopeInvalid'],
    [
      'an envelope for nobody',
      { message: '{"Message":"AAAA","RecipientKeys":[]}', cryptoSchema: 1 },
      'envelopeInvalid',
    ],
    ['an envelope for a stranger', { message: forStranger, cryptoSchema: 1 }, 'recipientUnknown'],
    ['an envelope that leaves somebody out', { message: forOne, cryptoSchema: 1 }, 'recipientUnknown'],
    [
      'a file that leaves somebody out',
      {
        message: valid,
        base64File: await sealFile(1, randomBytes(9), people.slice(1)),
        fileName: 'a',
        cryptoSchema: 1,
      },
      'recipientUnknown',
    ],
    ['a plain file under scheme 1', { message: valid, ...file, cryptoSchema: 1 }, 'envelopeInvalid'],
    ['a file without a name', { base64File: base64('x') }, 'invalidInput'],
    ...['../../a.bin', '/a.bin', 'C:\\a.bin', '../..', 'a\nb.bin'].map(
      (fileName) => [`a file that is called ${fileName}`, { ...file, fileName }, 'invalidInput'] as const,
    ),
    ['a picture that is none', { ...file, fileName: 'a.jpg' }, 'otherKind'],
    ['a PDF that is a picture', { base64File: jpeg('x'), fileName: 'a.pdf' }, 'otherKind'],
    ['a small picture that is none', { ...file, base64Preview: base64('x') }, 'notAnImage'],
    ['a file that is none', { ...file, base64File: 'no base64' }, 'invalidInput'],
    ['a file that is too large', { ...file, base64File: base64(randomBytes(LIMIT + 1)) }, 'tooLarge'],
    ['a small picture of nothing', { base64Preview: jpeg('x') }, 'invalidInput'],
    [
      'a small picture that is large',
      { ...file, base64Preview: base64(randomBytes(contracts.PREVIEW_BYTES_MAX + 1)) },
      'tooLarge',
    ],
    [
      'a plain small picture under scheme 1',
      {
        message: valid,
        ...file,
        base64File: await sealFile(1, randomBytes(9), people),
        base64Preview: base64('x'),
        cryptoSchema: 1,
      },
      'envelopeInvalid',
    ],
    ['a body that is too large', { ...file, base64File: 'A'.repeat(LIMIT * 2 + 256 * 1024) }, 'tooLarge'],
  ];
  for (const [what, input, error] of refused) {
    const sent = luca.call(contracts.sendRoomMessage, { id, message: 'm', cryptoSchema: 0, ...input });
    await expect(sent, what).rejects.toEqual(refusal(error));
  }
  expect(await luca.call(contracts.listRoomMessages, { id, limit: 200 })).toEqual(before);
  expect(await filesOfRoom()).toEqual(kept);
});
