import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { createClient } from '@redis/client';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { hasRedis, TestRedis } from '../../../testing/redis';
import { connectRedisBus, type RedisBus, WATCH_MS } from './redis';

const log = { warn: () => undefined };

/** A way to Redis that can be cut, for one server alone, or become one on which nothing arrives any more. */
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
    /** What is open stays open, and leads nowhere. */
    lose() {
      for (const socket of sockets) socket.unpipe().pause();
    },
  };
}

describe.skipIf(!hasRedis)('the bus by Redis', () => {
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
    const heard: string[] = [];
    bus.subscribe('typing', ({ roomUniqueId }) => heard.push(roomUniqueId));
    bus.subscribe('contactChanged', ({ contactId }) => heard.push(contactId));
    return { bus, heard };
  }

  const typing = (roomUniqueId: string) => ({ contactIds: [], roomUniqueId, contactUniqueId: 'luca' });

  test('what is for all reaches the others too, once; what one server does alone reaches that one', async () => {
    const [one, other] = [await join(), await join()];
    one.bus.publish('contactChanged', { contactId: 'luca' });
    one.bus.publish('typing', typing('first'));
    one.bus.publish('typing', typing('second'));

    expect(one.heard).toEqual(['luca', 'first', 'second']);
    await expect.poll(() => other.heard).toEqual(['first', 'second']);
    expect(one.heard).toHaveLength(3);
  });

  test('installations with databases of their own do not hear each other', async () => {
    const [one, other, stranger] = [await join(), await join(), await join(`${redis.url}/1`)];
    stranger.bus.publish('typing', typing('theirs'));
    one.bus.publish('typing', typing('ours'));
    await expect.poll(() => other.heard).toEqual(['ours']);
    expect(one.heard).toEqual(['ours']);
  });

  test('a server that was cut off looks again, and so do those whom it could not tell something', async () => {
    const way = await makeWay(Number(new URL(redis.url).port));
    const [one, other] = [await join(way.url), await join()];
    const poller: string[] = [];
    one.bus.onGap(() => poller.push('one'));
    other.bus.onGap(() => poller.push('other'));

    await way.cut();
    await expect
      .poll(() => {
        one.bus.publish('typing', typing('unheard'));
        other.bus.publish('typing', typing('missed'));
        return one.heard.includes('unheard') && !one.heard.includes('missed');
      })
      .toBe(true);
    expect(poller).toEqual([]);
    await way.mend();

    await expect.poll(() => poller.toSorted()).toEqual(['one', 'other']);
    one.bus.publish('typing', typing('again'));
    await expect.poll(() => other.heard).toContain('again');
    expect(other.heard).not.toContain('unheard');
    buses.splice(0).forEach((bus) => bus.close());
    await way.cut();
  });

  test('a connection that is open and leads nowhere is made again, and all look again', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'setTimeout', 'clearTimeout'] });
    const way = await makeWay(Number(new URL(redis.url).port));
    try {
      const [one, other] = [await join(way.url), await join()];
      const poller: string[] = [];
      one.bus.onGap(() => poller.push('one'));
      other.bus.onGap(() => poller.push('other'));
      way.lose();
      one.bus.publish('typing', typing('unheard'));
      other.bus.publish('typing', typing('missed'));

      await vi.advanceTimersByTimeAsync(2 * WATCH_MS);
      await expect.poll(() => poller.toSorted()).toEqual(['one', 'other']);
      other.bus.publish('typing', typing('again'));
      await expect.poll(() => one.heard).toContain('again');
      expect([...one.heard, ...other.heard].toSorted()).toEqual(['again', 'again', 'missed', 'unheard']);
    } finally {
      vi.useRealTimers();
      buses.splice(0).forEach((bus) => bus.close());
      await way.cut();
    }
  });

  test('what nobody understands is passed over, and what follows is heard', async () => {
    const { bus, heard } = await join();
    bus.subscribe('signal', () => {
      throw new Error('A frame that is none');
    });
    const stranger = await createClient({ url: redis.url }).connect();
    const signal = { from: 'newer', topic: 'signal', event: {} };
    const known = { from: 'newer', topic: 'typing', event: typing('known') };
    const texts = ['{', '{"from":"newer","topic":"tomorrow"}', JSON.stringify(signal), JSON.stringify(known)];
    // All at once: they come in one piece.
    await Promise.all(texts.map((text) => stranger.publish('earth/0', text)));
    await expect.poll(() => heard).toEqual(['known']);
    stranger.destroy();
  });

  test('a Redis that is not there stops the start', async () => {
    await expect(connectRedisBus('redis://127.0.0.1:1', log)).rejects.toThrow(/ECONNREFUSED/);
  });
});
