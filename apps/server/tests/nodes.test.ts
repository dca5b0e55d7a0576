/** Two servers with one database and one Redis behave as one, and go on without Redis. */
import { randomUUID } from 'node:crypto';
import * as contracts from '@earth/contracts';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { queuePush } from '../src/features/assist/push/queue';
import { createSender } from '../src/features/assist/push/sender';
import type { PushAdapter, Delivery } from '../src/adapters/push/push-adapter';
import { addDevice, addPerson } from '../testing/crowd';
import { isFrame, isPush, isSeenAs } from '../testing/frames';
import { createOnline } from '../testing/online';
import { PushService, TestBrowser } from '../testing/push-service';
import { hasRedis } from '../testing/redis';
import type { TestSocket } from '../testing/socket';
import { type SignedInClient, startBeside, startTestServer, type TestServer } from '../testing/start-test-server';
import { startTwoServers, type TwoServers } from '../testing/two-servers';

describe.skipIf(!hasRedis)('two servers', () => {
  let servers: TwoServers;
  let service: PushService;
  let one: TestServer;
  let other: TestServer;
  /** On the first. */
  let luca: SignedInClient;
  /** On the other. */
  let giulia: SignedInClient;
  const online = createOnline();

  beforeAll(async () => {
    service = await PushService.start();
    servers = await startTwoServers({ MAX_USERS_IN_CALL: '3' }, service.network);
    ({ one, other } = servers);
  });
  afterAll(async () => {
    await servers.close();
    await service.close();
  });
  beforeEach(async () => {
    luca = await addPerson(one, { role: 'ASSISTED' });
    giulia = await addPerson(other);
  });

  const makeRoom = () =>
    luca.call(contracts.createRoom, { targetContacts: [giulia.contactId], subject: '', cryptoSchema: 0 });

  async function ring() {
    const { call, participant } = await luca.call(contracts.createCall, {
      subject: 's',
      targetContacts: [giulia.contactId],
      cryptoSchema: 0,
    });
    return { id: call.uniqueId, token: participant.token };
  }

  async function enter(socket: TestSocket, token: string, session: string) {
    socket.send({ type: 'join', token, session });
    return (await socket.next(isFrame('joined'))).peers;
  }

  test('a message that is sent on one reaches its reader on the other, and so does typing', async () => {
    const socket = await online(giulia);
    const writing = await online(luca);
    const room = await makeRoom();
    await socket.next(isPush('RoomCreated'));

    writing.send({ type: 'typing', roomUniqueId: room.uniqueId });
    expect(await socket.next(isFrame('typing'))).toMatchObject({ contactUniqueId: luca.contactId });
    await luca.call(contracts.sendRoomMessage, { id: room.uniqueId, message: 'Hello', cryptoSchema: 0 });

    const { messageContent } = await socket.next(isPush('RoomMessage'));
    expect(messageContent.roomMessage.message).toBe('Hello');
  });

  test('a call rings across, is accepted across, and both join one mesh and signal to each other', async () => {
    const lucaSocket = await online(luca);
    const giuliaSocket = await online(giulia);
    const { id, token } = await ring();
    expect(await enter(lucaSocket, token, 'luca-page')).toEqual([]);
    const { messageContent } = await giuliaSocket.next(isPush('IncomingCall'));
    expect(messageContent.call.uniqueId).toBe(id);

    const participant = await giulia.call(contracts.joinCall, { id });
    const peers = await enter(giuliaSocket, participant.token, 'giulia-page');
    expect(peers).toEqual([{ contactUniqueId: luca.contactId, session: 'luca-page' }]);
    const joined = await lucaSocket.next(isFrame('peerJoined'));
    expect(joined).toMatchObject({ contactUniqueId: giulia.contactId, session: 'giulia-page' });

    const description = { type: 'offer', sdp: 'v=0' } as const;
    const pages = { session: 'luca-page', toSession: 'giulia-page' };
    lucaSocket.send({ type: 'signal', callUniqueId: id, to: giulia.contactId, ...pages, description });
    expect(await giuliaSocket.next(isFrame('signal'))).toMatchObject({ from: luca.contactId, description });
    expect(giuliaSocket.unread.filter(isFrame('peerJoined'))).toEqual([]);

    await giulia.call(contracts.leaveCall, { id });
    expect(await lucaSocket.next(isFrame('peerLeft'))).toMatchObject({ session: 'giulia-page' });
    await lucaSocket.next(isPush('EndedCall'));
  });

  test('a page that reconnects on another server keeps its place, and a new one replaces the old', async () => {
    const lucaSocket = await online(luca);
    const before = await online(giulia);
    const { id, token } = await ring();
    const participant = await giulia.call(contracts.joinCall, { id });
    await enter(lucaSocket, token, 'luca-page');
    await enter(before, participant.token, 'giulia-page');
    await lucaSocket.next(isFrame('peerJoined'));

    await before.close();
    const moved = await online(giulia.at(one.url));
    expect(await enter(moved, participant.token, 'giulia-page')).toEqual([
      { contactUniqueId: luca.contactId, session: 'luca-page' },
    ]);
    expect(await lucaSocket.next(isFrame('peerJoined'))).toMatchObject({ session: 'giulia-page' });
    expect(lucaSocket.unread.filter(isFrame('peerLeft'))).toEqual([]);

    const reloaded = await online(giulia);
    await enter(reloaded, participant.token, 'giulia-again');
    expect(await moved.next(isFrame('peerLeft'))).toMatchObject({ session: 'giulia-page' });
    expect(await lucaSocket.next(isFrame('peerLeft'))).toMatchObject({ session: 'giulia-page' });
    expect(await lucaSocket.next(isFrame('peerJoined'))).toMatchObject({ session: 'giulia-again' });
    await luca.at(other.url).call(contracts.deleteLockedCalls, {});
    expect(await luca.call(contracts.listOnlineCalls, {})).toHaveLength(1);
  });

  test('a ring that began on one ends at its time for those on the other', async () => {
    const hasty = await startTestServer({ REDIS_URL: `${servers.redis.url}/1`, CALL_TIMEOUT_SECONDS: '2' });
    const beside = await startBeside(hasty);
    try {
      const caller = await addPerson(hasty);
      const target = await addPerson(beside);
      const socket = await target.socket();
      const { call } = await caller.call(contracts.createCall, {
        subject: 's',
        targetContacts: [target.contactId],
        cryptoSchema: 0,
      });
      expect((await socket.next(isPush('EndedCall'))).messageContent).toEqual({ callUniqueId: call.uniqueId });
      await socket.close();
    } finally {
      await beside.close();
      await hasty.close();
    }
  });

  test('a contact who comes online on one is seen on the other', async () => {
    const watching = await online(await other.signIn('operator'));
    const sara = await one.signIn('assisted2');
    const socket = await online(sara);
    await watching.next(isSeenAs(sara.contactId, { availability: 2 }));

    const colleague = await other.signIn('operator2');
    const found = await colleague.call(contracts.findContact, { email: other.people.assisted2.email });
    expect(found).toMatchObject({ uniqueId: sara.contactId, availability: 2 });

    await socket.close();
    await sara.at(other.url).call(contracts.signOut, {});
    await watching.next(isSeenAs(sara.contactId, { availability: 1 }));
  });

  test('a device that is signed out on one is notified on the other', async () => {
    const socket = await online(luca);
    const desk = await addDevice(other, luca.contactId);
    await desk.call(contracts.endDevice, { deviceId: luca.deviceId });
    await socket.next(isPush('SessionEnded'));
    expect(await socket.closed).toBe(4401);
  });

  test('a late event of an ended session does not end the session that replaced it', async () => {
    const socket = await online(giulia);
    const { id } = await ring();
    await giulia.call(contracts.joinCall, { id });
    const { contactId, deviceId } = giulia;
    one.context.bus.publish('sessionEnded', { sessionId: randomUUID(), contactId, deviceId, announce: false });
    one.context.push.toContacts([contactId], { messageType: 'TargetsChanged', messageContent: { callUniqueId: id } });

    await socket.next(isPush('TargetsChanged'));
    expect(other.context.presence.hasSocket(contactId, deviceId)).toBe(true);
    // Everything that it caused arrives before this.
    await luca.call(contracts.sendCallMessage, { id, message: 'Still here?', cryptoSchema: 0 });
    await socket.next(isPush('CallMessage'));
    expect(await luca.call(contracts.getCall, { id })).toMatchObject({ state: 'open' });
    await luca.call(contracts.leaveCall, { id });
  });

  test('the device in a call keeps its place as long as it has a socket, on either server', async () => {
    const { id } = await ring();
    const phone = await online(giulia);
    await giulia.call(contracts.joinCall, { id });
    one.clock.advance(20_000);
    const desk = await addDevice(one, giulia.contactId);
    await expect(desk.call(contracts.joinCall, { id })).rejects.toMatchObject({ error: 'callFull' });

    await phone.close();
    await expect.poll(() => desk.call(contracts.joinCall, { id }).catch(() => null)).not.toBeNull();
  });

  test('sends a push that both find in the queue once', async () => {
    // Not due yet for the servers' own senders.
    const clock = { now: () => new Date(Date.now() + 3600_000) };
    const { subscription: token } = new TestBrowser(service);
    await giulia.call(contracts.addPushToken, { token, deviceId: giulia.deviceId });
    await queuePush({ ...one.context, clock }, one.context.db, {
      contactIds: [giulia.contactId],
      message: { messageType: 'EndedCall', messageContent: { callUniqueId: randomUUID() } },
      topic: randomUUID(),
      expiresAt: new Date(clock.now().getTime() + 60_000),
    });
    const sendings: ((delivery: Delivery) => void)[] = [];
    const web: PushAdapter = { send: () => new Promise((resolve) => sendings.push(resolve)) };
    const pushAdapters = { of: { web }, close: () => undefined };
    const senders = [one, other].map(({ context }) => createSender({ ...context, clock, pushAdapters }));

    senders[0]?.wake();
    await expect.poll(() => sendings.length).toBe(1);
    senders[1]?.wake();
    await senders[1]?.idle();
    expect(sendings).toHaveLength(1);
    sendings[0]?.({ outcome: 'accepted' });
    await senders[0]?.idle();
    senders[1]?.wake();
    await senders[1]?.idle();
    expect(sendings).toHaveLength(1);
  });

  test('a server without REDIS_URL does not start beside them', async () => {
    const { REDIS_URL: _, ...variables } = one.variables;
    await expect(startBeside({ ...one, variables })).rejects.toThrow('This data is already in use by earth server');
  });

  test('while Redis is away each goes on; once it is back, pages reconnect, and nothing is lost', async () => {
    const lucaSocket = await online(luca);
    const giuliaSocket = await online(giulia);
    const room = await makeRoom();
    await giuliaSocket.next(isPush('RoomCreated'));
    const send = (message: string) =>
      luca.call(contracts.sendRoomMessage, { id: room.uniqueId, message, cryptoSchema: 0, clientId: randomUUID() });

    await servers.redis.stop();
    await send('Nobody passes this on');
    await lucaSocket.next(isPush('RoomMessage'));
    expect((await fetch(`${other.url}/readyz`)).status).toBe(200);
    await servers.redis.start();

    expect(await giuliaSocket.closed).toBe(1012);
    expect(await lucaSocket.closed).toBe(1012);
    // The first server had dropped an event and announced the gap before this: pages on the other are sent once more.
    const isNotified = new Promise((resolve) => other.context.bus.subscribe('typing', resolve));
    one.context.bus.publish('typing', { contactIds: [], roomUniqueId: room.uniqueId, contactUniqueId: luca.contactId });
    await isNotified;
    const again = await online(giulia);
    const missed = await giulia.call(contracts.listRoomMessages, { id: room.uniqueId });
    expect(missed.map(({ message }) => message)).toEqual(['Nobody passes this on']);
    await send('This goes on');
    expect((await again.next(isPush('RoomMessage'))).messageContent.roomMessage.message).toBe('This goes on');
  });
});
