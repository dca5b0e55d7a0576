/**
 * One of two servers is killed: its people do not stay online or in calls for ever, and nobody goes on ringing. Only the interval
 * of the other is simulated; both servers, their database and their Redis are real.
 */
import * as contracts from '@earth/contracts';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { HEARTBEAT_MS, NODE_LEASE_MS } from '../src/host/nodes';
import { isFrame, isPush, isSeenAs } from '../testing/frames';
import { hasRedis, TestRedis } from '../testing/redis';
import { bundleServer, cleanUp, makeFolder, ServerProcess } from '../testing/server-process';
import { TestSocket } from '../testing/socket';
import { type SignedInClient, startTestServer, type TestServer } from '../testing/start-test-server';

vi.setConfig({ testTimeout: 60_000 });

describe.skipIf(!hasRedis)('one of two servers is killed', () => {
  let redis: TestRedis;
  let server: TestServer;
  let folder: string;
  let doomed: ServerProcess;
  let url: string;
  let giulia: SignedInClient;
  let watching: TestSocket;

  beforeAll(async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    [redis] = await Promise.all([TestRedis.start(), bundleServer()]);
  });
  afterAll(async () => {
    await redis.stop();
    vi.useRealTimers();
  });
  beforeEach(async () => {
    // New for each test, so that the clocks of both agree.
    [server, folder] = await Promise.all([startTestServer({ REDIS_URL: redis.url }), makeFolder()]);
    doomed = new ServerProcess(folder, server.variables);
    url = await doomed.ready();
    giulia = await server.signIn('operator');
    watching = await giulia.socket();
  });
  afterEach(async () => {
    await watching.close();
    await cleanUp(folder, [doomed]);
    await server.close();
  });

  async function kill(): Promise<void> {
    doomed.kill('SIGKILL');
    await doomed.ended;
  }

  const seenAt = async () => {
    const { rows } = await server.context.pool.query<{ at: Date }>('select seen_at as at from nodes where id = $1', [
      server.context.nodeId,
    ]);
    return rows[0]?.at.getTime() ?? 0;
  };

  /** Advances the clock, beat by beat; in each the server does its periodic work. */
  async function goOn(ms: number): Promise<void> {
    for (let gone = 0; gone < ms; gone += HEARTBEAT_MS) {
      server.clock.advance(HEARTBEAT_MS);
      const now = server.clock.now().getTime();
      await vi.advanceTimersByTimeAsync(HEARTBEAT_MS);
      await expect.poll(seenAt).toBeGreaterThanOrEqual(now);
    }
  }

  test('its people leave the mesh first, then go offline and leave their calls', async () => {
    const sara = await server.signIn('assisted2');
    const elsewhere = sara.at(url);
    const socket = await TestSocket.open(url, sara.token);
    await watching.next(isSeenAs(sara.contactId, { availability: 2 }));
    const { call } = await giulia.call(contracts.createCall, {
      subject: 's',
      targetContacts: [sara.contactId],
      cryptoSchema: 0,
    });
    const id = call.uniqueId;
    await socket.next(isPush('IncomingCall'));
    const { token } = await elsewhere.call(contracts.joinCall, { id });
    socket.send({ type: 'join', token, session: 'sara-page' });
    await socket.next(isFrame('joined'));
    const pass = { callId: id, contactId: sara.contactId, deviceId: sara.deviceId };
    expect(await server.context.video.isConnected(pass)).toBe(true);

    await kill();
    expect(await server.context.video.isConnected(pass)).toBe(true);
    await goOn(NODE_LEASE_MS);
    await expect.poll(() => server.context.video.isConnected(pass)).toBe(false);
    expect(watching.unread.filter(isPush('EndedCall'))).toEqual([]);

    await goOn(contracts.PRESENCE_TIMEOUT_MS - NODE_LEASE_MS);
    const { messageContent } = await watching.next(isPush('EndedCall'));
    expect(messageContent).toEqual({ callUniqueId: id, reason: 'failed' });
    await watching.next(isSeenAs(sara.contactId, { availability: 1 }));
    const { rows } = await server.context.pool.query('select id from nodes');
    expect(rows).toEqual([{ id: server.context.nodeId }]);
  });

  test('a ring that it started ends at its time', async () => {
    const luca = (await server.signIn('assisted')).at(url);
    const { call } = await luca.call(contracts.createCall, {
      subject: 's',
      targetContacts: [giulia.contactId],
      cryptoSchema: 0,
    });
    await watching.next(isPush('IncomingCall'));
    await kill();
    await goOn(HEARTBEAT_MS);
    expect(await giulia.call(contracts.getCall, { id: call.uniqueId })).toMatchObject({ state: 'open' });
    await goOn(HEARTBEAT_MS);
    expect((await watching.next(isPush('EndedCall'))).messageContent).toEqual({ callUniqueId: call.uniqueId });
    expect(await giulia.call(contracts.getCall, { id: call.uniqueId })).toMatchObject({ reason: 'missed' });
  });
});
