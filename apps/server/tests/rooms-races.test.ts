/** Concurrent requests in a room. */
import * as contracts from '@earth/contracts';
import { sealText } from '@earth/crypto';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { addDevice, addPerson } from '../testing/crowd';
import { isPush } from '../testing/frames';
import { loseNextAnswer } from '../testing/lost-answer';
import { isWaiting, meanwhile } from '../testing/meanwhile';
import { refusal, type SignedInClient, startTestServer, type TestServer } from '../testing/start-test-server';
import { storedFiles } from '../testing/stored-files';

let server: TestServer;
let luca: SignedInClient;
let giulia: SignedInClient;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());
beforeEach(async () => {
  [luca, giulia] = await Promise.all([addPerson(server), addPerson(server)]);
});

const times = <T>(count: number, make: (at: number) => T): T[] => Array.from({ length: count }, (_, at) => make(at));
const pairWith = (other: SignedInClient) => ({ targetContacts: [other.contactId], cryptoSchema: 0 as const });
const write = (from: SignedInClient, id: string, message: string) =>
  from.call(contracts.sendRoomMessage, { id, message, cryptoSchema: 0 });
const messagesOf = (person: SignedInClient, id: string) =>
  person.call(contracts.listRoomMessages, { id, limit: contracts.MESSAGES_PER_PAGE_MAX });

test('two who create their room at once, many times, have one, and get one notification', async () => {
  const socket = await giulia.socket();
  const makers = times(10, (at) => (at % 2 ? luca : giulia));
  const rooms = await Promise.all(
    makers.map((maker) => maker.call(contracts.createRoom, pairWith(maker === luca ? giulia : luca))),
  );
  expect(new Set(rooms.map((room) => room.uniqueId)).size).toBe(1);
  for (const person of [luca, giulia]) expect(await person.call(contracts.listRooms, {})).toHaveLength(1);
  await socket.next(isPush('RoomCreated'));
  await write(luca, rooms[0]?.uniqueId ?? '', 'x');
  await socket.next(isPush('RoomMessage'));
  expect(socket.unread.filter(isPush('RoomCreated'))).toEqual([]);
});

test('one creates the room again while the other, its last participant, leaves it: the room exists with its maker', async () => {
  for (const _ of times(5, String)) {
    const { uniqueId: id } = await luca.call(contracts.createRoom, pairWith(giulia));
    await luca.call(contracts.leaveRoom, { id });
    const [again] = await Promise.all([
      luca.call(contracts.createRoom, pairWith(giulia)),
      giulia.call(contracts.leaveRoom, { id }),
    ]);
    const [room] = await luca.call(contracts.listRooms, {});
    expect(room?.uniqueId).toBe(again.uniqueId);
    expect(await messagesOf(luca, again.uniqueId)).toEqual([]);
    await luca.call(contracts.leaveRoom, { id: again.uniqueId });
    for (const left of await giulia.call(contracts.listRooms, {}))
      await giulia.call(contracts.leaveRoom, { id: left.uniqueId });
  }
});

test('the same clientId many times at once is one message with one file, and one notification', async () => {
  const { uniqueId: id } = await luca.call(contracts.createRoom, pairWith(giulia));
  const socket = await giulia.socket();
  const request = {
    id,
    message: 'Hello',
    base64File: 'AAAA',
    fileName: 'a.bin',
    cryptoSchema: 0,
    clientId: 'c',
  } as const;
  const phone = await addDevice(server, luca.contactId);
  const answers = await Promise.all(
    times(12, (at) => (at % 2 ? luca : phone).call(contracts.sendRoomMessage, request)),
  );
  expect(new Set(answers.map((answer) => answer.uniqueId)).size).toBe(1);
  await write(luca, id, 'Next');
  expect((await messagesOf(giulia, id)).map((one) => one.position)).toEqual([1, 2]);
  expect(await storedFiles(server, `rooms/${id}`)).toHaveLength(1);
  const received = [await socket.next(isPush('RoomMessage')), await socket.next(isPush('RoomMessage'))];
  expect(received.map(({ messageContent }) => messageContent.roomMessage.position)).toEqual([1, 2]);
  expect(socket.unread.filter(isPush('RoomMessage'))).toEqual([]);
});

test('a reader who reads on while many write misses nothing and gets nothing twice', async () => {
  const { uniqueId: id } = await luca.call(contracts.createRoom, pairWith(giulia));
  const first = await write(luca, id, 'First');
  const writers = [luca, giulia, await addDevice(server, luca.contactId), await addDevice(server, giulia.contactId)];
  const each = 25;
  let isOver = false;
  const written = Promise.all(
    writers.map(async (writer, at) => {
      for (let count = 0; count < each; count += 1) await write(writer, id, `${at}.${count}`);
    }),
  ).finally(() => {
    isOver = true;
  });
  const read = [first];
  for (let isLast = false; !isLast; ) {
    isLast = isOver;
    const page = await giulia.call(contracts.listRoomMessages, { id, fromId: read.at(-1)?.uniqueId ?? '', limit: 7 });
    read.push(...page);
    isLast &&= page.length === 0;
  }
  await written;
  expect(read.map((one) => one.position)).toEqual(times(writers.length * each + 1, (at) => at + 1));
  expect(await messagesOf(giulia, id)).toMatchObject(read.map(({ uniqueId }) => ({ uniqueId })));
  // Of each writer in the order in which it wrote.
  for (const at of writers.keys())
    expect(read.map((one) => one.message).filter((message) => message.startsWith(`${at}.`))).toEqual(
      times(each, (count) => `${at}.${count}`),
    );
});

test('many concurrent read positions: the furthest counts, and each step is announced once', async () => {
  const { uniqueId: id } = await luca.call(contracts.createRoom, pairWith(giulia));
  const phone = await addDevice(server, giulia.contactId);
  const last = 12;
  for (const text of times(last, String)) await write(luca, id, text);
  const socket = await luca.socket();
  const reads = times(last, (at) =>
    (at % 2 ? giulia : phone).call(contracts.readRoomMessages, { id, read: true, position: at + 1 }),
  );
  await Promise.all(reads);
  const people = await luca.call(contracts.listRoomParticipants, { id });
  const reader = people.find(({ contact }) => contact.uniqueId === giulia.contactId);
  expect(reader).toMatchObject({ deliveredPosition: last, readPosition: last });
  await write(giulia, id, 'Done');
  await socket.next(isPush('RoomMessage'));
  const received = socket.unread.filter(isPush('MessagesRead')).map(({ messageContent }) => messageContent.position);
  expect(new Set(received).size).toBe(received.length);
  expect(Math.max(...received)).toBe(last);
});

test('a message of a participant who leaves while it waits for the room is not sent', async () => {
  const { uniqueId: id } = await luca.call(contracts.createRoom, pairWith(giulia));
  const { pool } = server.context;
  const leaver = await pool.connect();
  try {
    await leaver.query('begin');
    const { rows } = await leaver.query<{ pid: number }>(
      'select pg_backend_pid() as pid from rooms where id = $1 for update',
      [id],
    );
    const sent = write(luca, id, 'Too late').catch((error: unknown) => error);
    const blocked = 'select 1 from pg_stat_activity where $1 = any (pg_blocking_pids(pid))';
    await expect.poll(async () => (await pool.query(blocked, [rows[0]?.pid])).rowCount).toBe(1);
    await leaver.query('delete from room_participants where room_id = $1 and contact_id = $2', [id, luca.contactId]);
    await leaver.query('commit');
    expect(await sent).toEqual(refusal('notFound'));
  } finally {
    leaver.release(true);
  }
  expect(await messagesOf(giulia, id)).toEqual([]);
});

test('a message of a participant who is left alone while it waits is not sent; those of other rooms are', async () => {
  const [sara, marco] = await Promise.all([addPerson(server), addPerson(server)]);
  const { uniqueId: id } = await luca.call(contracts.createRoom, pairWith(giulia));
  const { uniqueId: elsewhere } = await sara.call(contracts.createRoom, pairWith(marco));
  const file = { base64File: 'AAAA', fileName: 'a.bin' };
  let answers: Promise<unknown[]> | undefined;
  await server.context.db.transaction(async (transaction) => {
    await transaction.execute(sql`select from rooms where id = ${id} for update`);
    answers = Promise.all([
      luca
        .call(contracts.sendRoomMessage, { id, message: 'Too late', ...file, cryptoSchema: 0 })
        .catch((error: unknown) => error),
      write(sara, elsewhere, 'In time'),
    ]);
    const waiting = sql`select 1 from pg_stat_activity where pg_backend_pid() = any (pg_blocking_pids(pid))`;
    await expect.poll(async () => (await transaction.execute(waiting)).rowCount).toBeGreaterThan(0);
    await transaction.execute(
      sql`delete from room_participants where room_id = ${id} and contact_id = ${giulia.contactId}`,
    );
  });
  expect(await answers).toMatchObject([refusal('noParticipants'), { message: 'In time' }]);
  expect(await messagesOf(luca, id)).toEqual([]);
  expect(await storedFiles(server, `rooms/${id}`)).toEqual([]);
});

test('a message does not wait for one of another room that is held up', async () => {
  const [sara, marco] = await Promise.all([addPerson(server), addPerson(server)]);
  const { uniqueId: id } = await luca.call(contracts.createRoom, pairWith(giulia));
  const { uniqueId: elsewhere } = await sara.call(contracts.createRoom, pairWith(marco));
  const { pool } = server.context;
  const release = await meanwhile(pool, `select from rooms where id = '${id}' for update`);
  const held = write(luca, id, 'First');
  await expect.poll(() => isWaiting(pool)).toBe(true);
  expect(await write(sara, elsewhere, 'Elsewhere')).toMatchObject({ message: 'Elsewhere', position: 1 });
  await release();
  expect(await held).toMatchObject({ message: 'First', position: 1 });
});

test('a message that waits while a newcomer joins is refused, and sealed again', async () => {
  const sara = await addPerson(server);
  const group = { ...pairWith(giulia), subject: 's', isGroup: true };
  const { uniqueId: id } = await luca.call(contracts.createRoom, group);
  // Nobody opens it here, so any key will do.
  const { publicKey } = await (await server.signIn('operator')).call(contracts.getProfile, {});
  const send = async () => {
    const people = await luca.call(contracts.listRoomParticipants, { id });
    const readers = people.map(({ contact: { uniqueId } }) => ({ uniqueId, publicKey }));
    const message = await sealText(1, 'Which valve?', readers);
    return { id, message, cryptoSchema: 1, clientId: 'c' } as const;
  };
  const sealedBefore = await send();
  const other = await giulia.call(contracts.createRoom, pairWith(sara));
  let answers: Promise<unknown[]> | undefined;
  await server.context.db.transaction(async (transaction) => {
    await transaction.execute(sql`select from rooms where id = ${id} for update`);
    answers = Promise.all([
      luca.call(contracts.sendRoomMessage, sealedBefore).catch((error: unknown) => error),
      write(giulia, id, 'Plain'),
      // Whether they are stored together or not: an error in one does not affect the others.
      write(sara, other.uniqueId, 'Elsewhere'),
    ]);
    const waiting = sql`select 1 from pg_stat_activity where pg_backend_pid() = any (pg_blocking_pids(pid))`;
    await expect.poll(async () => (await transaction.execute(waiting)).rowCount).toBeGreaterThan(0);
    await transaction.execute(sql`
      insert into room_participants (room_id, contact_id, joined_at, joined_position, delivered_position, read_position)
      values (${id}, ${sara.contactId}, now(), 0, 0, 0)`);
  });
  const [refused, ...others] = (await answers) ?? [];
  expect(refused).toEqual(refusal('recipientUnknown'));
  expect(others).toMatchObject([{ message: 'Plain' }, { message: 'Elsewhere' }]);
  const again = await luca.call(contracts.sendRoomMessage, await send());
  expect((await messagesOf(sara, id)).map(({ position }) => position)).toEqual([1, 2]);
  expect(again.position).toBe(2);
});

test('a message whose answer was lost has its file, and is answered when it is sent again', async () => {
  const { uniqueId: id } = await luca.call(contracts.createRoom, pairWith(giulia));
  const file = { base64File: 'AAAA', fileName: 'a.bin', clientId: 'c' };
  const request = { id, message: 'm', ...file, cryptoSchema: 0 } as const;
  loseNextAnswer(server.context);
  await expect(luca.call(contracts.sendRoomMessage, request)).rejects.toEqual(refusal('internal'));
  const sent = await luca.call(contracts.sendRoomMessage, request);
  expect(await messagesOf(giulia, id)).toMatchObject([{ uniqueId: sent.uniqueId }]);
  const storedFileName = sent.fileUrl?.split('/').at(-1) ?? '';
  expect(await giulia.call(contracts.getRoomFile, { roomId: id, storedFileName })).toMatchObject({ base64: 'AAAA' });
});

test('all leave at once: the room is gone, with what was being written into it', async () => {
  const others = await Promise.all(times(4, () => addPerson(server)));
  const { uniqueId: id } = await luca.call(contracts.createRoom, {
    subject: 's',
    targetContacts: others.map((one) => one.contactId),
    isGroup: true,
    cryptoSchema: 0,
  });
  const file = { message: 'm', base64File: 'AAAA', fileName: 'a.bin', cryptoSchema: 0 } as const;
  await luca.call(contracts.sendRoomMessage, { id, ...file });
  const sent = Promise.allSettled(times(6, () => luca.call(contracts.sendRoomMessage, { id, ...file })));
  await Promise.all([luca, ...others].map((one) => one.call(contracts.leaveRoom, { id })));
  await sent;
  const { rows } = await server.context.pool.query('select from rooms where id = $1', [id]);
  expect(rows).toEqual([]);
  expect(await storedFiles(server, `rooms/${id}`)).toEqual([]);
});

test('concurrent messages of several rooms are stored together: each gets its own answer, and a duplicate is stored once', async () => {
  const [sara, marco] = await Promise.all([addPerson(server), addPerson(server)]);
  const [one, other] = await Promise.all([
    luca.call(contracts.createRoom, pairWith(giulia)),
    sara.call(contracts.createRoom, pairWith(marco)),
  ]);
  const [near, far] = await Promise.all([giulia.socket(), marco.socket()]);
  const say = (from: SignedInClient, { uniqueId: id }: typeof one, message: string, clientId?: string) =>
    from.call(contracts.sendRoomMessage, { id, message, cryptoSchema: 0, clientId });

  let answers: Promise<contracts.RoomMessage[]> | undefined;
  await server.context.db.transaction(async (transaction) => {
    await transaction.execute(sql`select from rooms where id = ${one.uniqueId} for update`);
    const first = say(luca, one, 'First');
    answers = Promise.all([
      first,
      say(luca, one, 'Second', 'a'),
      say(sara, other, 'Third', 'a'),
      say(sara, other, 'Fourth', 'b'),
      say(sara, other, 'Fourth', 'b'),
      say(giulia, one, 'Fifth', 'a'),
    ]);
    await luca.call(contracts.ping, {});
  });
  const [, , , fourth, again] = (await answers) ?? [];

  expect(again?.uniqueId).toBe(fourth?.uniqueId);
  expect((await answers)?.map(({ message }) => message)).toEqual([
    'First',
    'Second',
    'Third',
    'Fourth',
    'Fourth',
    'Fifth',
  ]);
  const received = (socket: typeof near) =>
    socket.unread.filter(isPush('RoomMessage')).map(({ messageContent: { roomMessage } }) => roomMessage.message);
  await expect.poll(() => received(near).toSorted()).toEqual(['Fifth', 'First', 'Second']);
  await expect.poll(() => received(far).toSorted()).toEqual(['Fourth', 'Third']);
  expect((await messagesOf(giulia, one.uniqueId)).map(({ position }) => position)).toEqual([1, 2, 3]);
  expect((await messagesOf(marco, other.uniqueId)).map(({ position }) => position)).toEqual([1, 2]);
});
