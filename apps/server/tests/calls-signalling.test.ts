/** Joining the mesh of a call, and signalling in it: only with a room token of the call. */
import { randomUUID } from 'node:crypto';
import * as contracts from '@earth/contracts';
import { SignJWT } from 'jose';
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { freePort } from '../src/db/embedded/free-port';
import { createCallCoordinator } from '../src/features/assist/calls/coordinator';
import { leave } from '../src/features/assist/calls/transitions';
import { LINES_A_MINUTE } from '../src/http/limited-lines';
import { addDevice, addPerson } from '../testing/crowd';
import { isFrame, isPush } from '../testing/frames';
import { createOnline } from '../testing/online';
import type { TestSocket } from '../testing/socket';
import { TurnClient } from '../testing/turn-client';
import { type SignedInClient, startTestServer, type TestServer } from '../testing/start-test-server';

let server: TestServer;
let relayPort: number;
let relayUrls: string[];
let luca: SignedInClient;
let giulia: SignedInClient;
let callUniqueId: string;
let lucaToken: string;
let giuliaToken: string;
const online = createOnline();

beforeAll(async () => {
  relayPort = await freePort();
  relayUrls = ['udp', 'tcp'].map((transport) => `turn:127.0.0.1:${relayPort}?transport=${transport}`);
  server = await startTestServer({
    TURN_PORT: String(relayPort),
    MAX_USERS_IN_CALL: '3',
    STUN_URLS: 'stun:stun.example.com:3478, stuns:other.example.com',
  });
});
afterAll(() => server.close());

beforeEach(async () => {
  luca = await addPerson(server, { role: 'ASSISTED' });
  giulia = await addPerson(server);
  const { call, participant } = await luca.call(contracts.createCall, {
    subject: 's',
    targetContacts: [giulia.contactId],
    cryptoSchema: 0,
  });
  callUniqueId = call.uniqueId;
  lucaToken = participant.token;
  giuliaToken = (await giulia.call(contracts.joinCall, { id: callUniqueId })).token;
});

/** A page of a person, joined to the call's mesh. */
async function page(person: SignedInClient, token: string, session: string) {
  const socket = await online(person);
  socket.send({ type: 'join', token, session });
  const { peers } = await socket.next(isFrame('joined'));
  return { socket, peers };
}

const refusal = async (socket: TestSocket) => (await socket.next(isFrame('error'))).error;

/** Resolves when everything that was on its way to a socket has arrived. */
async function settled(socket: TestSocket): Promise<void> {
  socket.send({ type: 'ping' });
  await socket.next(isFrame('pong'));
}

function offer(to: SignedInClient, session: string, toSession: string) {
  const description = { type: 'offer', sdp: 'v=0' } as const;
  return { type: 'signal', callUniqueId, to: to.contactId, session, toSession, description } as const;
}

test('the response has the provider and the ICE servers', async () => {
  const participant = await giulia.call(contracts.joinCall, { id: callUniqueId });
  expect(participant).toMatchObject({
    provider: 'mesh',
    iceServers: [
      { urls: ['stun:stun.example.com:3478', 'stuns:other.example.com'] },
      { urls: [expect.stringMatching(/^stun:/), ...relayUrls] },
    ],
  });
});

test('each has credentials of their own for the relay, which open it, also after the person is signed out', async () => {
  const relayOf = async (person: SignedInClient) =>
    (await person.call(contracts.joinCall, { id: callUniqueId })).iceServers.at(-1);
  const { username = '', credential = '' } = (await relayOf(luca)) ?? {};
  expect((await relayOf(giulia))?.username).not.toBe(username);
  const client = await TurnClient.open('udp', relayPort);
  onTestFinished(() => client.close());
  expect(await client.allocate({ username, credential })).toMatchObject({ address: expect.any(String) });
  await luca.call(contracts.signOut, {});
  const later = await TurnClient.open('udp', relayPort);
  onTestFinished(() => later.close());
  expect(await later.allocate({ username, credential })).toMatchObject({ address: expect.any(String) });
});

test('two pages join the mesh, and signal to each other', async () => {
  const { socket: lucaSocket, peers: nobody } = await page(luca, lucaToken, 'luca-page');
  const { socket: giuliaSocket, peers } = await page(giulia, giuliaToken, 'giulia-page');
  expect(nobody).toEqual([]);
  expect(peers).toEqual([{ contactUniqueId: luca.contactId, session: 'luca-page' }]);
  const joined = await lucaSocket.next(isFrame('peerJoined'));
  expect(joined).toMatchObject({ callUniqueId, contactUniqueId: giulia.contactId, session: 'giulia-page' });

  giuliaSocket.send(offer(luca, 'giulia-page', 'luca-page'));
  const { to: _, ...signal } = offer(luca, 'giulia-page', 'luca-page');
  expect(await lucaSocket.next(isFrame('signal'))).toEqual({ ...signal, from: giulia.contactId });

  const candidate = { candidate: 'candidate:1 1 udp 1 127.0.0.1 9 typ host', sdpMid: '0', sdpMLineIndex: 0 };
  const { description: __, ...bare } = offer(giulia, 'luca-page', 'giulia-page');
  lucaSocket.send({ ...bare, candidate });
  lucaSocket.send({ ...bare, candidate: null });
  expect(await giuliaSocket.next(isFrame('signal'))).toMatchObject({ from: luca.contactId, candidate });
  expect(await giuliaSocket.next(isFrame('signal'))).toMatchObject({ from: luca.contactId, candidate: null });
});

test('another person’s token is refused, for a colleague and for another device', async () => {
  const colleague = await online(await addPerson(server));
  const otherDevice = await online(await addDevice(server, luca.contactId));
  for (const socket of [colleague, otherDevice]) {
    socket.send({ type: 'join', token: lucaToken, session: 'some-page' });
    expect(await refusal(socket)).toBe('notAllowed');
  }
});

test('refuses a forged token, one of another kind, and an expired one', async () => {
  const claims = new SignJWT({ call: callUniqueId, device: luca.deviceId })
    .setProtectedHeader({ alg: 'HS256' })
    .setIssuer('earth')
    .setAudience('earth/room')
    .setSubject(luca.contactId)
    .setExpirationTime('1h');
  const forged = await claims.sign(new Uint8Array(32));
  const socket = await online(luca);
  for (const token of [forged, luca.token, 'nonsense', '']) {
    socket.send({ type: 'join', token, session: 'luca-page' });
    expect(await refusal(socket)).toBe('notAllowed');
  }
  server.clock.advance(2 * 3600_000);
  socket.send({ type: 'join', token: lucaToken, session: 'luca-page' });
  expect(await refusal(socket)).toBe('tokenExpired');
});

test('refuses signals from outside the mesh, even with all ids known', async () => {
  const { socket: lucaSocket } = await page(luca, lucaToken, 'luca-page');
  const withoutJoining = await online(giulia);
  const stranger = await online(await addPerson(server));
  for (const socket of [withoutJoining, stranger]) {
    socket.send(offer(luca, 'giulia-page', 'luca-page'));
    expect(await refusal(socket)).toBe('notAllowed');
  }
  await settled(lucaSocket);
  expect(lucaSocket.unread.filter(isFrame('signal'))).toEqual([]);
});

/** What is logged from now on about refused tokens and signals, at both levels. */
function watchRefusals() {
  const lines: { readonly level: string; readonly about: object; readonly line: string }[] = [];
  for (const level of ['info', 'warn'] as const) {
    const spy = vi.spyOn(server.context.log, level).mockImplementation((about: unknown, line?: string) => {
      if (line?.endsWith('was refused')) lines.push({ level, about: Object(about) as object, line });
    });
    onTestFinished(() => spy.mockRestore());
  }
  return lines;
}

test('refused tokens are logged with the contact, the call if it is known, and why, and never with the token', async () => {
  const lines = watchRefusals();
  const stranger = await addPerson(server);
  const forged = await new SignJWT({ call: callUniqueId })
    .setProtectedHeader({ alg: 'HS256' })
    .sign(new Uint8Array(32));
  const { call, participant } = await luca.call(contracts.createCall, {
    subject: 's',
    targetContacts: [giulia.contactId],
    cryptoSchema: 0,
  });
  const [socket, strangerSocket] = [await online(luca), await online(stranger)];
  // Luca has left the first call for the second one.
  const tokens = [forged, lucaToken, participant.token];
  for (const token of tokens.slice(0, 2)) {
    socket.send({ type: 'join', token, session: 'luca-page' });
    await refusal(socket);
  }
  strangerSocket.send({ type: 'join', token: participant.token, session: 'some-page' });
  await refusal(strangerSocket);
  server.clock.advance(2 * 3600_000);
  socket.send({ type: 'join', token: participant.token, session: 'luca-page' });
  await refusal(socket);

  const line = 'A room token was refused';
  const { contactId } = luca;
  expect(lines).toEqual([
    { level: 'warn', line, about: { contactId, why: 'forged' } },
    { level: 'info', line, about: { contactId, why: 'of a call that the device is not in', callId: callUniqueId } },
    {
      level: 'warn',
      line,
      about: { contactId: stranger.contactId, why: 'of another device', callId: call.uniqueId },
    },
    { level: 'info', line, about: { contactId, why: 'expired' } },
  ]);
  for (const token of tokens) for (const part of token.split('.')) expect(JSON.stringify(lines)).not.toContain(part);
});

test('signals from and to strangers are logged without what they contain, and only some of many', async () => {
  const { socket } = await page(luca, lucaToken, 'luca-page');
  const lines = watchRefusals();
  const stranger = await addPerson(server);
  const strangerSocket = await online(stranger);
  const description = { type: 'offer', sdp: 'v=0 of-this-test' } as const;
  for (let times = 0; times < 2 * LINES_A_MINUTE; times += 1) {
    strangerSocket.send({ ...offer(luca, 'some-page', 'luca-page'), description });
    await refusal(strangerSocket);
  }
  socket.send({ ...offer(stranger, 'luca-page', 'some-page'), description });
  await settled(socket);

  const line = 'A signal was refused';
  const from = { contactId: stranger.contactId, callId: callUniqueId, why: 'from outside the call' };
  const to = { contactId: luca.contactId, callId: callUniqueId, why: 'to somebody outside the call' };
  expect(lines).toEqual([
    ...Array.from({ length: LINES_A_MINUTE }, () => ({ level: 'info', line, about: from })),
    { level: 'info', line, about: to },
  ]);
  expect(JSON.stringify(lines)).not.toContain('of-this-test');
});

test('a forged token is logged also after many stray signals of the same contact', async () => {
  const lines = watchRefusals();
  const stranger = await addPerson(server);
  const socket = await online(stranger);
  for (let times = 0; times < 2 * LINES_A_MINUTE; times += 1) {
    socket.send(offer(luca, 'some-page', 'luca-page'));
    await refusal(socket);
  }
  socket.send({ type: 'join', token: 'forged', session: 'some-page' });
  await refusal(socket);
  expect(lines).toHaveLength(LINES_A_MINUTE + 1);
  expect(lines.at(-1)).toMatchObject({ level: 'warn', about: { contactId: stranger.contactId, why: 'forged' } });
});

test('what goes between people in a call is no refusal', async () => {
  const lines = watchRefusals();
  const { socket: lucaSocket } = await page(luca, lucaToken, 'luca-page');
  const { socket: giuliaSocket } = await page(giulia, giuliaToken, 'giulia-page');
  await lucaSocket.next(isFrame('peerJoined'));
  giuliaSocket.send(offer(luca, 'giulia-page', 'luca-page'));
  await lucaSocket.next(isFrame('signal'));
  lucaSocket.send(offer(giulia, 'luca-page', 'giulia-page'));
  await giuliaSocket.next(isFrame('signal'));
  expect(lines).toEqual([]);
});

test('a signal reaches nobody outside the mesh', async () => {
  const { socket: lucaSocket } = await page(luca, lucaToken, 'luca-page');
  const notInRoom = await online(giulia);
  const stranger = await addPerson(server);
  const strangerSocket = await online(stranger);
  lucaSocket.send(offer(giulia, 'luca-page', 'giulia-page'));
  lucaSocket.send(offer(stranger, 'luca-page', 'some-page'));
  await settled(lucaSocket);
  for (const socket of [notInRoom, strangerSocket]) {
    await settled(socket);
    expect(socket.unread.filter(isFrame('signal'))).toEqual([]);
  }
});

test('a participant who left the call is out of the mesh, and their token is refused', async () => {
  const marco = await addPerson(server);
  await luca.call(contracts.leaveCall, { id: callUniqueId });
  const { call, participant } = await luca.call(contracts.createCall, {
    subject: 's',
    targetContacts: [giulia.contactId, marco.contactId],
    cryptoSchema: 0,
  });
  const id = call.uniqueId;
  const { token } = await giulia.call(contracts.joinCall, { id });
  const marcoToken = (await marco.call(contracts.joinCall, { id })).token;
  const { socket: lucaSocket } = await page(luca, participant.token, 'luca-page');
  const { socket: giuliaSocket } = await page(giulia, token, 'giulia-page');
  await page(marco, marcoToken, 'marco-page');

  await giulia.call(contracts.leaveCall, { id });

  const left = await lucaSocket.next(isFrame('peerLeft'));
  expect(left).toMatchObject({ callUniqueId: id, contactUniqueId: giulia.contactId, session: 'giulia-page' });
  giuliaSocket.send({ ...offer(luca, 'giulia-page', 'luca-page'), callUniqueId: id });
  expect(await refusal(giuliaSocket)).toBe('notAllowed');
  giuliaSocket.send({ type: 'join', token, session: 'giulia-page' });
  expect(await refusal(giuliaSocket)).toBe('notAllowed');
});

test('a page that leaves the mesh stays in the call', async () => {
  const { socket: lucaSocket } = await page(luca, lucaToken, 'luca-page');
  const { socket: giuliaSocket } = await page(giulia, giuliaToken, 'giulia-page');
  giuliaSocket.send({ type: 'leave', callUniqueId });
  await lucaSocket.next(isFrame('peerLeft'));
  const people = await luca.call(contracts.listParticipants, { id: callUniqueId });
  expect(people.map((one) => one.state)).toEqual(['joined', 'joined']);
});

test('a reload joins under a new session; the old page is notified that it is out', async () => {
  const { socket: lucaSocket } = await page(luca, lucaToken, 'luca-page');
  const { socket: before } = await page(giulia, giuliaToken, 'giulia-page');
  await lucaSocket.next(isFrame('peerJoined'));
  const { token } = await giulia.call(contracts.joinCall, { id: callUniqueId });
  const { peers } = await page(giulia, token, 'giulia-again');

  expect(peers).toEqual([{ contactUniqueId: luca.contactId, session: 'luca-page' }]);
  expect(await lucaSocket.next(isFrame('peerLeft'))).toMatchObject({ session: 'giulia-page' });
  expect(await lucaSocket.next(isFrame('peerJoined'))).toMatchObject({ session: 'giulia-again' });
  expect(await before.next(isFrame('peerLeft'))).toMatchObject({ session: 'giulia-page' });
});

test('neither a reload nor a second tab ends a call; a page that is gone does not keep it open', async () => {
  const { socket: lucaSocket } = await page(luca, lucaToken, 'luca-page');
  const { socket: giuliaSocket } = await page(giulia, giuliaToken, 'giulia-page');
  await giulia.call(contracts.deleteLockedCalls, {});
  await settled(lucaSocket);
  expect(lucaSocket.unread.filter(isPush('EndedCall'))).toEqual([]);

  await giuliaSocket.close();
  await settled(lucaSocket);
  expect(lucaSocket.unread.filter(isFrame('peerLeft'))).toEqual([]);
  await giulia.call(contracts.deleteLockedCalls, {});
  const ended = await lucaSocket.next(isPush('EndedCall'));
  expect(ended.messageContent).toEqual({ callUniqueId });
});

test('the page in a call that its device leaves elsewhere is notified that it is out', async () => {
  const { socket: tab } = await page(luca, lucaToken, 'luca-page');
  await luca.call(contracts.createCall, { subject: 's', targetContacts: [giulia.contactId], cryptoSchema: 0 });
  expect(await tab.next(isFrame('peerLeft'))).toMatchObject({
    callUniqueId,
    contactUniqueId: luca.contactId,
    session: 'luca-page',
  });
});

test('the format of a session is that of the contract', async () => {
  const socket = await online(luca);
  socket.sendText(JSON.stringify({ type: 'join', token: lucaToken, session: 'short' }));
  expect(await refusal(socket)).toBe('invalidInput');
  socket.sendText(JSON.stringify({ ...offer(giulia, randomUUID(), randomUUID()), description: { type: 'shout' } }));
  expect(await refusal(socket)).toBe('invalidInput');
});

test('announces the end of a call although the database fails when its mesh is emptied', async () => {
  const { socket } = await page(luca, lucaToken, 'luca-page');
  const { context } = server;
  const fail = () => Promise.reject(new Error('The database is away'));
  const coordinator = createCallCoordinator({ ...context, video: { ...context.video, remove: fail, close: fail } });
  await coordinator.apply(callUniqueId, (state) => leave(state, giulia, context.clock.now()));
  expect((await socket.next(isPush('EndedCall'))).messageContent).toEqual({ callUniqueId });
});

describe('a call that was left open', () => {
  const isLeftOpen = async (person: SignedInClient) =>
    (await person.call(contracts.listOnlineCalls, {})).map((call) => call.isLeftOpen);

  test('is one in which the device that asks has no page any more; not one that rings, or of another person', async () => {
    const { socket } = await page(luca, lucaToken, 'luca-page');
    expect(await isLeftOpen(luca)).toEqual([false]);
    await socket.close();
    await expect.poll(() => isLeftOpen(luca)).toEqual([true]);
    const marco = await addPerson(server);
    await giulia.call(contracts.addTargets, { id: callUniqueId, targetContacts: [marco.contactId] });
    expect(await isLeftOpen(marco)).toEqual([false]);
    await page(luca, lucaToken, 'another page');
    expect(await isLeftOpen(luca)).toEqual([false]);
    await luca.call(contracts.leaveCall, { id: callUniqueId });
    expect(await isLeftOpen(luca)).not.toContain(true);
  });

  test('on another device is one whose device is gone: this one joins in its place, and hangs up for it', async () => {
    const desk = await addDevice(server, luca.contactId);
    const { socket } = await page(luca, lucaToken, 'luca-page');
    const { socket: giuliaSocket } = await page(giulia, giuliaToken, 'giulia-page');
    server.clock.advance(20_000);
    expect(await isLeftOpen(desk)).toEqual([false]);
    await socket.close();
    const node = 'select node_id from sessions where contact_id = $1 and device_id = $2';
    const closed = () => server.context.pool.query(node, [luca.contactId, luca.deviceId]);
    await expect.poll(async () => (await closed()).rows).toEqual([{ node_id: null }]);
    // It may only be reconnecting.
    server.clock.advance(24_000);
    expect(await isLeftOpen(desk)).toEqual([false]);
    server.clock.advance(1_000);
    expect(await isLeftOpen(desk)).toEqual([true]);

    await desk.call(contracts.joinCall, { id: callUniqueId });
    await desk.call(contracts.leaveCall, { id: callUniqueId });
    const { messageContent } = await giuliaSocket.next(isPush('EndedCall'));
    expect(messageContent).toEqual({ callUniqueId });
    expect(await isLeftOpen(desk)).toEqual([]);
  });

  test('is told to nobody without a session', async () => {
    await luca.call(contracts.signOut, {});
    await expect(luca.call(contracts.listOnlineCalls, {})).rejects.toMatchObject({ code: 401 });
  });
});
