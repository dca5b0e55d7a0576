import * as contracts from '@earth/contracts';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { addDevice, addPerson } from '../../../../testing/crowd';
import { isFrame, isPush, isSeenAs } from '../../../../testing/frames';
import { TestSocket } from '../../../../testing/socket';
import { type SignedInClient, startTestServer, type TestServer } from '../../../../testing/start-test-server';

let server: TestServer;
let giulia: SignedInClient;
beforeAll(async () => {
  server = await startTestServer();
  giulia = await server.signIn('operator');
});
afterAll(() => server.close());

const refusal = async (socket: TestSocket) => (await socket.next(isFrame('error'))).error;

test('closes a socket that does not authenticate first', async () => {
  const socket = await TestSocket.connect(server.url);
  socket.send({ type: 'ping' });
  expect(await refusal(socket)).toBe('notSignedIn');
  expect(await socket.closed).toBe(4401);
});

test('closes a silent socket', async () => {
  const socket = await TestSocket.connect(server.url);
  expect(await socket.closed).toBe(4401);
  expect(await refusal(socket)).toBe('notSignedIn');
});

test('closes a socket with an invalid token', async () => {
  const forged = `${giulia.token.slice(0, -6)}AAAAAA`;
  for (const token of ['', 'nonsense', forged]) {
    const socket = await TestSocket.connect(server.url);
    socket.send({ type: 'auth', token });
    expect(await refusal(socket)).toBe('notSignedIn');
    expect(await socket.closed).toBe(4401);
  }
});

test('answers frames that follow the token at once in order', async () => {
  const socket = await TestSocket.connect(server.url);
  socket.send({ type: 'auth', token: giulia.token });
  socket.send({ type: 'ping' });
  await socket.next(isFrame('pong'));
  expect(socket.unread).toContainEqual({ type: 'ready', contactUniqueId: giulia.contactId });
  await socket.close();
});

test('limits the sockets of a session', async () => {
  const marco = await server.signIn('operator2');
  const other = await server.signIn('operator2');
  const sockets = await Promise.all(Array.from({ length: 30 }, () => marco.socket()));
  const refused = await TestSocket.connect(server.url);
  refused.send({ type: 'auth', token: marco.token });
  expect(await refused.closed).toBe(1008);
  // Open sockets go on, another session is not refused, and a closed socket makes room.
  sockets[0]?.send({ type: 'ping' });
  await sockets[0]?.next(isFrame('pong'));
  await (await other.socket()).close();
  await sockets[1]?.close();
  await (await marco.socket()).close();
  await Promise.all(sockets.map((socket) => socket.close()));
});

test('an expired access token does not close an open socket, and opens no new one', async () => {
  const marco = await server.signIn('operator2');
  const socket = await marco.socket();
  server.clock.advance((contracts.ACCESS_TOKEN_SECONDS + 1) * 1000);
  socket.send({ type: 'ping' });
  await socket.next(isFrame('pong'));

  const late = await TestSocket.connect(server.url);
  late.send({ type: 'auth', token: marco.token });
  expect(await refusal(late)).toBe('tokenExpired');
  expect(await late.closed).toBe(4401);
  await socket.close();
  giulia = await server.signIn('operator');
});

test.each([
  ['is not JSON', 'hello'],
  ['has no type', '{}'],
  ['is of no known type', '{"type":"shout"}'],
  ['misses what it needs', '{"type":"join"}'],
  ['has a field of the wrong kind', '{"type":"leave","callUniqueId":7}'],
  ['signs in again', JSON.stringify({ type: 'auth', token: 'x' })],
])('answers a frame that %s with an error, and keeps the socket open', async (_, text) => {
  const socket = await giulia.socket();
  socket.sendText(text);
  const error = await socket.next(isFrame('error'));
  expect(error).toMatchObject({ code: 400, error: 'invalidInput' });
  socket.send({ type: 'ping' });
  await socket.next(isFrame('pong'));
  await socket.close();
});

test('closes a socket with a frame that is too large', async () => {
  const socket = await giulia.socket();
  socket.sendText(JSON.stringify({ type: 'ping', filler: 'x'.repeat(contracts.FRAME_BYTES_MAX) }));
  expect(await socket.closed).toBe(1009);
});

test('closes a socket with a flood of frames', async () => {
  const socket = await giulia.socket();
  for (let count = 0; count <= 1000; count += 1) socket.send({ type: 'ping' });
  expect(await socket.closed).toBe(1008);
});

test('the path of the socket is no page', async () => {
  const { status, json } = await giulia.raw('/realtime');
  expect(status).toBe(404);
  expect(json).toMatchObject({ result: { success: false, code: 404 } });
});

test('an ended session closes its own sockets only', async () => {
  const signingOut = await server.signIn('operator2');
  const other = await addDevice(server, signingOut.contactId);
  const firstTab = await signingOut.socket();
  const secondTab = await signingOut.socket();
  const elsewhere = await other.socket();

  await signingOut.call(contracts.signOut, {});

  for (const tab of [firstTab, secondTab]) {
    await tab.next(isPush('SessionEnded'));
    expect(await tab.closed).toBe(4401);
  }
  elsewhere.send({ type: 'ping' });
  await elsewhere.next(isFrame('pong'));
  const back = await TestSocket.connect(server.url);
  back.send({ type: 'auth', token: signingOut.token });
  expect(await refusal(back)).toBe('sessionEnded');
  await elsewhere.close();
});

test('owners of an address book see a contact come online, choose to be away, and go offline', async () => {
  const watching = await giulia.socket();
  const sara = await server.signIn('assisted2');
  const seen = (availability: 1 | 2) => watching.next(isSeenAs(sara.contactId, { availability }));
  const socket = await sara.socket();
  await seen(2);
  await sara.call(contracts.setAvailability, { availability: 1 });
  await seen(1);
  await sara.call(contracts.setAvailability, { availability: 2 });
  await seen(2);

  await socket.close();
  server.clock.advance(contracts.PRESENCE_TIMEOUT_MS);
  server.context.presence.sweep();
  const { messageContent } = await seen(1);
  expect(messageContent.lastSeen).not.toBeNull();
  await watching.close();
});

test('a contact who signs out on the only device is away at once', async () => {
  const watching = await giulia.socket();
  const paolo = await server.signIn('admin');
  await paolo.socket();
  await watching.next(isSeenAs(paolo.contactId, { availability: 2 }));
  await paolo.call(contracts.signOut, {});
  await watching.next(isSeenAs(paolo.contactId, { availability: 1 }));
  await watching.close();
});

test('a reload shows nobody as gone', async () => {
  const watching = await giulia.socket();
  const sara = await server.signIn('assisted2');
  const before = await sara.socket();
  await watching.next(isSeenAs(sara.contactId, { availability: 2 }));
  await before.close();
  await sara.socket();
  server.clock.advance(contracts.PRESENCE_TIMEOUT_MS);
  server.context.presence.sweep();
  const { contact } = await entryOf(sara);
  expect(contact.availability).toBe(2);
  expect(watching.unread.filter(isSeenAs(sara.contactId, { availability: 1 }))).toEqual([]);
  await watching.close();
});

async function entryOf(person: SignedInClient): Promise<contracts.AddressBookEntry> {
  const entries = await giulia.call(contracts.listAddressBook, {});
  const entry = entries.find(({ contact }) => contact.uniqueId === person.contactId);
  if (!entry) throw new Error('Not in the address book');
  return entry;
}

test('owners of an address book see a contact join and leave a call', async () => {
  const watching = await giulia.socket();
  const sara = await server.signIn('assisted2');
  const anna = await server.signIn('multi');
  await anna.socket();
  const { call } = await sara.call(contracts.createCall, {
    subject: 's',
    targetContacts: [anna.contactId],
    cryptoSchema: 0,
  });
  await watching.next(isSeenAs(sara.contactId, { inCall: true }));
  await anna.call(contracts.joinCall, { id: call.uniqueId });
  await watching.next(isSeenAs(anna.contactId, { inCall: true }));
  await sara.call(contracts.leaveCall, { id: call.uniqueId });
  await watching.next(isSeenAs(sara.contactId, { inCall: false }));
  await watching.next(isSeenAs(anna.contactId, { inCall: false }));
  await watching.close();
});

test('contacts that change together are read together and announced once each, as they are then', async () => {
  const { bus, pool } = server.context;
  const watching = await giulia.socket();
  const [sara, anna] = [await addPerson(server), await addPerson(server)];
  for (const { contactId } of [sara, anna])
    await giulia.call(contracts.addToAddressBook, { contactUniqueId: contactId });
  const asked = vi.spyOn(pool, 'query');
  const change = ({ contactId }: SignedInClient) => bus.publish('contactChanged', { contactId });

  await pool.query('update contacts set available = false where id = $1', [sara.contactId]);
  for (const person of [sara, anna, sara]) change(person);
  await watching.next(isSeenAs(sara.contactId, { availability: 1 }));
  await watching.next(isSeenAs(anna.contactId, { availability: 2 }));
  const ownersRead = asked.mock.calls.filter(([query]) => JSON.stringify(query).includes('owners of contacts'));
  expect(ownersRead).toHaveLength(1);
  asked.mockRestore();

  await pool.query('update contacts set available = true where id = $1', [sara.contactId]);
  change(anna);
  await watching.next(isSeenAs(anna.contactId, { availability: 2 }));
  expect(watching.unread.filter(isSeenAs(sara.contactId, {}))).toEqual([]);
  await watching.close();
});

test('what the database cannot read just now is announced later', async () => {
  const { bus, pool } = server.context;
  const watching = await giulia.socket();
  const sara = await addPerson(server);
  await giulia.call(contracts.addToAddressBook, { contactUniqueId: sara.contactId });
  const query = pool.query.bind(pool) as (...given: unknown[]) => Promise<unknown>;
  const broken = vi.spyOn(pool, 'query').mockImplementation((...given: unknown[]) => {
    if (!JSON.stringify(given[0]).includes('owners of contacts')) return query(...given) as never;
    broken.mockRestore();
    return Promise.reject(new Error('The connection is lost')) as never;
  });
  bus.publish('contactChanged', { contactId: sara.contactId });
  await watching.next(isSeenAs(sara.contactId, { availability: 2 }));
  await watching.close();
});

test('strangers are not notified', async () => {
  const elena = await server.signIn('tilesOperator');
  const stranger = await addPerson(server);
  const watching = [await elena.socket(), await stranger.socket()];
  const sara = await server.signIn('assisted2');
  const socket = await sara.socket();
  await sara.call(contracts.setAvailability, { availability: 1 });
  await sara.call(contracts.setAvailability, { availability: 2 });
  for (const watcher of watching) {
    watcher.send({ type: 'ping' });
    await watcher.next(isFrame('pong'));
    expect(watcher.unread.filter(isPush('ContactAvailability'))).toEqual([]);
    await watcher.close();
  }
  await socket.close();
});
