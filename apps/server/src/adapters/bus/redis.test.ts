import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { createClient } from '@redis/client';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { hasRedis, TestRedis } from '../../../testing/redis';
import { connectRedisBus, type RedisBus, PING_MS } from './redis';

const log = { warn: () => undefined };

/** A proxy in front of Redis that can be cut, or on which nothing arrives any more, for one server alone. */
async function makeWay(port: number) {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    const further = connect(port, '127.0.0.1');
    for (const end of [socket, further]) {
      sockets.add(end);
      end.on('error', () => undefined).on('close', () => [socket, further].forEach((one) => one.destroy()));
    }
    socket.pipe(further).pipe(socket);
  });
  const open = async (at: number) => {
    server.listen(at, '127.0.0.1');
    await once(server, 'listening');
    return (server.address() as AddressInfo).port;
  };
  const own = await open(0);
  return {
    url: `redis://127.0.0.1:${own}`,
    async cut() {
      server.close();
      for (const socket of sockets) socket.destroy();
      await once(server, 'close');
    },
    mend: () => open(own),
    /** Open connections stay open, and lead nowhere. */
    lose() {
      for (const socket of sockets) socket.unpipe().pause();
    },
  };
}

describe.skipIf(!hasRedis)('the bus over Redis', () => {
  let redis: TestRedis;
  const buses: RedisBus[] = [];
  beforeAll(async () => {
    redis = await TestRedis.start();
  });
  afterAll(() => redis.stop());
  afterEach(() => {
    for (const bus of buses.splice(0)) bus.close();
  });

  async function join(url = redis.url) {
    const bus = await connectRedisBus(url, log);
    buses.push(bus);
    const received: string[] = [];
    bus.subscribe('typing', ({ roomUniqueId }) => received.push(roomUniqueId));
    bus.subscribe('contactChanged', ({ contactId }) => received.push(contactId));
    return { bus, received };
  }

  const typing = (roomUniqueId: string) => ({ contactIds: [], roomUniqueId, contactUniqueId: 'luca' });

  test('delivers events for all to the other servers once, and local events to one server alone', async () => {
    const [one, other] = [await join(), await join()];
    one.bus.publish('contactChanged', { contactId: 'luca' });
    one.bus.publish('typing', typing('first'));
    one.bus.publish('typing', typing('second'));

    expect(one.received).toEqual(['luca', 'first', 'second']);
    await expect.poll(() => other.received).toEqual(['first', 'second']);
    expect(one.received).toHaveLength(3);
  });

  test('separates installations with databases of their own', async () => {
    const [one, other, stranger] = [await join(), await join(), await join(`${redis.url}/1`)];
    stranger.bus.publish('typing', typing('theirs'));
    one.bus.publish('typing', typing('ours'));
    await expect.poll(() => other.received).toEqual(['ours']);
    expect(one.received).toEqual(['ours']);
  });

  test('reports a gap to a server that was cut off, and to those to which it could not publish', async () => {
    const way = await makeWay(Number(new URL(redis.url).port));
    const [one, other] = [await join(way.url), await join()];
    const gaps: string[] = [];
    one.bus.onGap(() => gaps.push('one'));
    other.bus.onGap(() => gaps.push('other'));

    await way.cut();
    await expect
      .poll(() => {
        one.bus.publish('typing', typing('unheard'));
        other.bus.publish('typing', typing('missed'));
        return one.received.includes('unheard') && !one.received.includes('missed');
      })
      .toBe(true);
    expect(gaps).toEqual([]);
    await way.mend();

    await expect.poll(() => gaps.toSorted()).toEqual(['one', 'other']);
    one.bus.publish('typing', typing('again'));
    await expect.poll(() => other.received).toContain('again');
    expect(other.received).not.toContain('unheard');
    buses.splice(0).forEach((bus) => bus.close());
    await way.cut();
  });

  test('replaces a connection that is open but dead, and reports a gap to all', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'setTimeout', 'clearTimeout'] });
    const way = await makeWay(Number(new URL(redis.url).port));
    try {
      const [one, other] = [await join(way.url), await join()];
      const gaps: string[] = [];
      one.bus.onGap(() => gaps.push('one'));
      other.bus.onGap(() => gaps.push('other'));
      way.lose();
      one.bus.publish('typing', typing('unheard'));
      other.bus.publish('typing', typing('missed'));

      await vi.advanceTimersByTimeAsync(2 * PING_MS);
      await expect.poll(() => gaps.toSorted()).toEqual(['one', 'other']);
      other.bus.publish('typing', typing('again'));
      await expect.poll(() => one.received).toContain('again');
      expect([...one.received, ...other.received].toSorted()).toEqual(['again', 'again', 'missed', 'unheard']);
    } finally {
      vi.useRealTimers();
      buses.splice(0).forEach((bus) => bus.close());
      await way.cut();
    }
  });

  test('skips messages that it does not understand, and reads on', async () => {
    const { bus, received } = await join();
    bus.subscribe('signal', () => {
      throw new Error('A frame that is none');
    });
    const stranger = await createClient({ url: redis.url }).connect();
    const signal = { from: 'newer', topic: 'signal', event: {} };
    const known = { from: 'newer', topic: 'typing', event: typing('known') };
    const texts = ['{', '{"from":"newer","topic":"tomorrow"}', JSON.stringify(signal), JSON.stringify(known)];
    // All at once: they arrive in one piece.
    await Promise.all(texts.map((text) => stranger.publish('earth/0', text)));
    await expect.poll(() => received).toEqual(['known']);
    stranger.destroy();
  });

  test('refuses to start without Redis', async () => {
    await expect(connectRedisBus('redis://127.0.0.1:1', log)).rejects.toThrow(/ECONNREFUSED/);
  });
});
