/** Messages reach people whose app is closed: by push, without the text of the message. */
import * as contracts from '@earth/contracts';
import { decodeJwt } from 'jose';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { addPerson } from '../testing/crowd';
import type { Arrival, PushService, TestBrowser } from '../testing/push-service';
import { type PushWorld, startPushWorld } from '../testing/push-world';
import { refusal, type SignedInClient, type TestServer } from '../testing/start-test-server';

let world: PushWorld;
let service: PushService;
let server: TestServer;
let luca: SignedInClient;
let giulia: SignedInClient;
let marco: SignedInClient;
beforeAll(async () => {
  world = await startPushWorld();
  ({ server, service } = world);
});
afterAll(() => world.close());
beforeEach(async () => {
  [luca, giulia, marco] = await Promise.all([addPerson(server), addPerson(server), addPerson(server)]);
});

async function makeGroup(): Promise<string> {
  const targetContacts = [giulia.contactId, marco.contactId];
  const group = { subject: 'Kiln 2', targetContacts, isGroup: true, cryptoSchema: 0 as const };
  return (await luca.call(contracts.createRoom, group)).uniqueId;
}

const write = (id: string, message: string, clientId?: string) =>
  luca.call(contracts.sendRoomMessage, { id, message, cryptoSchema: 0, ...(clientId && { clientId }) });

/** A push of a message, to a browser. */
function readableIn(browser: TestBrowser, arrival: Arrival) {
  const push = browser.read(arrival);
  if (push.messageType !== 'RoomMessage') throw new Error(`${push.messageType} says nothing of a message`);
  return push;
}

async function nextToken(browser: TestBrowser, count = 1): Promise<string> {
  return readableIn(browser, await service.arrived(browser.path, count)).readToken ?? '';
}

/** As a service worker reads: it has no session. */
const readBy = (readToken: string) => server.visitor().call(contracts.readPushedMessage, { readToken });

test('pushes a message to the others with its sender, and nothing of its text', async () => {
  const id = await makeGroup();
  const [his, hers] = [await world.subscribe(luca), await world.subscribe(giulia)];
  const { date } = await write(id, 'The lining has cracked');
  const arrival = await service.arrived(hers.path);
  const { name } = await luca.call(contracts.getProfile, {});
  const { readToken, ...printed } = readableIn(hers, arrival);
  expect(readToken).toBeTypeOf('string');
  expect(printed).toEqual({
    messageType: 'RoomMessage',
    messageContent: { roomUniqueId: id, sender: { uniqueId: luca.contactId, name }, date },
  });
  expect(hers.open(arrival)).not.toContain('lining');
  // A push to the author would have arrived first: it was queued with the other.
  await write(id, 'Shall I stop it?');
  await service.arrived(hers.path, 2);
  expect(service.at(his.path)).toEqual([]);
});

test('does not push messages of a muted room, until it is unmuted', async () => {
  const id = await makeGroup();
  const [hers, marcos] = [await world.subscribe(giulia), await world.subscribe(marco)];
  await giulia.call(contracts.changeRoom, { id, mute: true });
  await write(id, 'One');
  await service.arrived(marcos.path);
  await giulia.call(contracts.changeRoom, { id, mute: false });
  await write(id, 'Two');
  await service.arrived(hers.path);
  await service.arrived(marcos.path, 2);
  expect(service.at(hers.path)).toHaveLength(1);
});

test('a mention is pushed to a participant who has muted the room, and says that it is one; to the others it does not', async () => {
  const id = await makeGroup();
  const [hers, marcos] = [await world.subscribe(giulia), await world.subscribe(marco)];
  await giulia.call(contracts.changeRoom, { id, mute: true });
  const stranger = await addPerson(server);
  const theirs = await world.subscribe(stranger);
  const mentions = [giulia.contactId, stranger.contactId, luca.contactId];
  await luca.call(contracts.sendRoomMessage, { id, message: 'Look, Giulia', cryptoSchema: 0, mentions });
  const [mention, plain] = [await service.arrived(hers.path), await service.arrived(marcos.path)];
  expect(readableIn(hers, mention).messageContent.isMention).toBe(true);
  expect(readableIn(marcos, plain).messageContent).not.toHaveProperty('isMention');
  // The room is muted for what mentions nobody, and who is not in it is not notified.
  await write(id, 'Two');
  await service.arrived(marcos.path, 2);
  expect([hers, theirs].map(({ path }) => service.at(path).length)).toEqual([1, 0]);
});

test('pushes a repeated message once, and nothing to a participant who left', async () => {
  const id = await makeGroup();
  const [hers, marcos] = [await world.subscribe(giulia), await world.subscribe(marco)];
  await write(id, 'One', 'c-1');
  await service.arrived(hers.path);
  await service.arrived(marcos.path);
  await write(id, 'One', 'c-1');
  await marco.call(contracts.leaveRoom, { id });
  await write(id, 'Two', 'c-2');
  await service.arrived(hers.path, 2);
  expect([service.at(hers.path).length, service.at(marcos.path).length]).toEqual([2, 1]);
});

test('a newer push of a room replaces one that has not arrived', async () => {
  const id = await makeGroup();
  const hers = await world.subscribe(giulia);
  service.replies.set(hers.path, { status: 503, headers: { 'retry-after': '2' } });
  await write(id, 'One');
  const first = await service.arrived(hers.path);
  service.replies.delete(hers.path);
  const { date } = await write(id, 'Two');
  const second = await service.arrived(hers.path, 2);
  expect(second.headers.topic).toBe(first.headers.topic);
  expect(hers.read(second).messageContent).toMatchObject({ date });
});

test('the pushed device reads the last message of the others, and nothing older', async () => {
  const id = await makeGroup();
  const hers = await world.subscribe(giulia);
  await write(id, 'One');
  const token = await nextToken(hers);
  const { publicKey } = await luca.call(contracts.getProfile, {});
  expect(await readBy(token)).toMatchObject({
    contactUniqueId: giulia.contactId,
    sender: { uniqueId: luca.contactId, publicKey },
    roomMessage: { roomUniqueId: id, message: 'One', sender: { uniqueId: luca.contactId } },
  });
  await write(id, 'Two');
  await giulia.call(contracts.sendRoomMessage, { id, message: 'I am coming', cryptoSchema: 0 });
  expect(await readBy(token)).toMatchObject({ roomMessage: { message: 'Two' } });
});

test('without the token of a push nothing is read, and with it nothing else', async () => {
  const id = await makeGroup();
  const hers = await world.subscribe(giulia);
  await write(id, 'One');
  const token = await nextToken(hers);
  for (const other of ['x', giulia.token, `${token.slice(0, -4)}AAAA`])
    await expect(readBy(other), other).rejects.toEqual(refusal('notSignedIn'));
  await expect(readBy('')).rejects.toMatchObject({ code: 400 });
  const { status } = await server.visitor().raw('/services/rooms', { headers: { authorization: `Bearer ${token}` } });
  expect(status).toBe(401);
});

test('a push waits for seven days, and its token is valid for as long', async () => {
  const id = await makeGroup();
  const hers = await world.subscribe(giulia);
  const { date } = await write(id, 'One');
  const end = Date.parse(date) + 7 * 24 * 3600_000;
  const arrival = await service.arrived(hers.path);
  const token = readableIn(hers, arrival).readToken ?? '';
  expect(decodeJwt(token).exp).toBe(Math.floor(end / 1000));
  const sevenDays = 7 * 24 * 3600;
  expect(Number(arrival.headers.ttl)).toBeLessThanOrEqual(sevenDays);
  expect(Number(arrival.headers.ttl)).toBeGreaterThan(sevenDays - 60);

  await server.context.pool.query(`update sessions set expires_at = expires_at + interval '9 days'`);
  server.clock.advance(end - server.clock.now().getTime() - 60_000);
  expect(await readBy(token)).toMatchObject({ roomMessage: { message: 'One' } });
  server.clock.advance(61_000);
  await expect(readBy(token)).rejects.toEqual(refusal('tokenExpired'));
});

test('a participant who left the room, or signed out, reads nothing any more', async () => {
  const id = await makeGroup();
  const [hers, marcos] = [await world.subscribe(giulia), await world.subscribe(marco)];
  await write(id, 'One');
  const [her, his] = [await nextToken(hers), await nextToken(marcos)];
  await giulia.call(contracts.leaveRoom, { id });
  await expect(readBy(her)).rejects.toEqual(refusal('notFound'));
  await marco.call(contracts.signOut, {});
  await expect(readBy(his)).rejects.toEqual(refusal('sessionEnded'));
});
