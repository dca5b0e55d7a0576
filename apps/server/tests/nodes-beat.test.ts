/** The periodic work of two servers. Only its interval is simulated: everything else is real. */
import { randomUUID } from 'node:crypto';
import * as contracts from '@earth/contracts';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { queuePush } from '../src/features/assist/push/queue';
import { createHeartbeat } from '../src/features/assist/realtime/heartbeat';
import { HEARTBEAT_MS } from '../src/host/nodes';
import { addPerson } from '../testing/crowd';
import { isPush } from '../testing/frames';
import { codeOf, enter } from '../testing/guest';
import { PushService, TestBrowser } from '../testing/push-service';
import { hasRedis } from '../testing/redis';
import type { TestSocket } from '../testing/socket';
import type { TestServer } from '../testing/start-test-server';
import { startTwoServers, type TwoServers } from '../testing/two-servers';

describe.skipIf(!hasRedis)('two servers', () => {
  let servers: TwoServers;
  let service: PushService;
  let one: TestServer;
  let other: TestServer;

  beforeAll(async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    service = await PushService.start();
    servers = await startTwoServers({}, service.network);
    ({ one, other } = servers);
  });
  afterAll(async () => {
    await servers.close();
    await service.close();
    vi.useRealTimers();
  });

  const beat = () => vi.advanceTimersByTimeAsync(HEARTBEAT_MS);

  /** The last heartbeats of both. */
  async function seen(): Promise<number[]> {
    const { rows } = await one.context.pool.query<{ at: Date }>('select seen_at as at from nodes');
    return rows.map(({ at }) => at.getTime());
  }

  /** Both have sent a heartbeat since then, and finished the work after it. */
  async function beaten(since: number): Promise<void> {
    await expect.poll(async () => (await seen()).every((at) => at >= since)).toBe(true);
    await beat();
    await expect.poll(async () => (await seen()).every((at) => at > since)).toBe(true);
  }

  test('that stood still for long do not remove each other, and disconnect nobody', async () => {
    const luca = await addPerson(one, { role: 'ASSISTED' });
    const giulia = await addPerson(other);
    const sockets = [await luca.socket(), await giulia.socket()];
    const { call } = await luca.call(contracts.createCall, {
      subject: 's',
      targetContacts: [giulia.contactId],
      cryptoSchema: 0,
    });
    await giulia.call(contracts.joinCall, { id: call.uniqueId });

    const heartbeat = createHeartbeat(one.context);
    for (const { clock } of [one, other]) clock.advance(10 * 60_000);
    const since = one.clock.now().getTime();
    // The first is back first: the database's record of the other is ten minutes old.
    await heartbeat.beat();
    const { rows } = await one.context.pool.query('select id from nodes');
    expect(rows).toHaveLength(2);
    await beat();
    await beaten(since);

    expect((await luca.call(contracts.getCall, { id: call.uniqueId })).state).toBe('open');
    expect(sockets.flatMap((socket) => socket.unread.filter(isPush('EndedCall')))).toEqual([]);
    for (const socket of sockets) await socket.close();
  });

  test('send what is left in the queue, once', async () => {
    const giulia = await addPerson(other);
    const browser = new TestBrowser(service);
    await giulia.call(contracts.addPushToken, { token: browser.subscription, deviceId: giulia.deviceId });
    // As if the server that queued it had died before sending it.
    await queuePush(one.context, one.context.db, {
      contactIds: [giulia.contactId],
      message: { messageType: 'EndedCall', messageContent: { callUniqueId: randomUUID() } },
      topic: randomUUID(),
      expiresAt: new Date(one.clock.now().getTime() + 60_000),
    });
    await beat();
    await service.arrived(browser.path);
    const queued = () => one.context.pool.query('select id from push_queue');
    await expect.poll(async () => (await queued()).rows).toEqual([]);
    expect(service.arrivals.filter(({ path }) => path === browser.path)).toHaveLength(1);
  });

  test('end a guest whose link was revoked on the other, although Redis is away', async () => {
    const giulia = await addPerson(one);
    const link = await giulia.call(contracts.makeGuestLink, {});
    const guest = await enter(other, codeOf(link));
    const socket: TestSocket = await guest.socket();
    await servers.redis.stop();
    await giulia.call(contracts.revokeGuestLink, { id: link.uniqueId });
    await beat();
    await socket.next(isPush('SessionEnded'));
    expect(await socket.closed).toBe(4401);
    await servers.redis.start();
  });
});
