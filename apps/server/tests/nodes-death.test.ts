/**
 * One of two servers is killed: its people are neither online nor in rooms for ever. Only the rhythm of the other is put
 * forward; both, their database and their Redis are real.
 */
import * as contracts from '@earth/contracts';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { BEAT_MS, NODE_LEASE_MS } from '../src/nodes';
import { isFrame, isPush, isSeenAs } from '../testing/frames';
import { hasRedis, TestRedis } from '../testing/redis';
import { bundleServer, cleanUp, makeFolder, ServerProcess } from '../testing/server-process';
import { TestSocket } from '../testing/socket';
import { startTestServer, type TestServer } from '../testing/start-test-server';

vi.setConfig({ testTimeout: 60_000 });

describe.skipIf(!hasRedis)('of two servers one is killed', () => {
  let redis: TestRedis;
  let server: TestServer;
  let folder: string;
  let doomed: ServerProcess;

  beforeAll(async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    [redis, folder] = await Promise.all([TestRedis.start(), makeFolder(), bundleServer()]);
    server = await startTestServer({ REDIS_URL: redis.url });
    doomed = new ServerProcess(folder, server.variables);
  });
  afterAll(async () => {
    await cleanUp(folder, [doomed]);
    await server.close();
    await redis.stop();
    vi.useRealTimers();
  });

  /** Puts the clock forward; then the server does what it does every few seconds. */
  async function goOn(ms: number): Promise<void> {
    server.clock.advance(ms);
    await vi.advanceTimersByTimeAsync(BEAT_MS);
  }

  test('its people go out of the rooms first, then offline and out of their calls', async () => {
    const url = await doomed.ready();
    const giulia = await server.signIn('operator');
    const watching = await giulia.socket();
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

    doomed.kill('SIGKILL');
    await doomed.ended;
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
    await watching.close();
  });
});
