/**
 * The bus of several servers: what happens on one is told to the others by Redis (publish/subscribe), which keeps nothing.
 * A server hears its own events at once and without Redis, so that while that is away each goes on as if it were alone.
 */
import { randomUUID } from 'node:crypto';
import type { FastifyBaseLogger } from 'fastify';
import { type Bus, type BusEvents, createInProcessBus, isForAll, type Topic } from './bus';

const CONNECT_TIMEOUT_MS = 5_000;
const LONGEST_PAUSE_MS = 2_000;
/** So often Redis is asked for a sign of life, and so long it has to give one. */
export const WATCH_MS = 5_000;

export interface RedisBus extends Bus {
  close(): void;
}

/** `gap`: whoever sent this could not send all that happened before. */
type Message = { readonly from: string } & (
  | { readonly topic: Topic; readonly event: BusEvents[Topic] }
  | { readonly topic: 'gap' }
);

/** The number of the database names the channel: two installations on one Redis do not hear each other. */
const channelOf = (url: string) => `earth/${new URL(url).pathname.slice(1) || '0'}`;

interface Connected {
  send(message: Message): void;
  close(): void;
}

interface Needs {
  readonly url: string;
  readonly channel: string;
  readonly hear: (text: string) => void;
  readonly onAway: (error: Error) => void;
  /** It was away, and is heard again. `hasDropped`: something could not be sent meanwhile. */
  readonly onBack: (hasDropped: boolean) => void;
}

interface Asked {
  readonly isReady: boolean;
  ping(): Promise<unknown>;
}

/**
 * A connection may look open although nobody is at its other end any more, and one may never come to be.
 * @returns whether there was a sign of life in time; one that broke meanwhile may also have mended itself
 */
async function isWell(client: Asked): Promise<boolean> {
  let answer = 'none' as 'none' | 'given' | 'failed';
  client.ping().then(
    () => (answer = 'given'),
    () => (answer = 'failed'),
  );
  await new Promise((resolve) => {
    // Where this process itself was held up, what has come meanwhile is read before.
    setTimeout(() => setImmediate(resolve), WATCH_MS).unref();
  });
  return answer === 'given' || (answer === 'failed' && client.isReady);
}

/** Rejects where Redis does not answer; once it has, a connection that breaks, or falls silent, is made again. */
async function connect({ url, channel, hear, onAway, onBack }: Needs): Promise<Connected> {
  // Loaded only here: it is large, and a server that is alone starts without it.
  const { createClient } = await import('@redis/client');
  let hasStarted = false;
  let isClosed = false;
  let hasDropped = false;

  const makeClient = () =>
    createClient({
      url,
      // In one connection what is told comes by the side of what was asked.
      RESP: 3,
      // What cannot be told now is not told later: it would be old.
      disableOfflineQueue: true,
      socket: {
        connectTimeout: CONNECT_TIMEOUT_MS,
        reconnectStrategy: (retries, cause) => (hasStarted ? Math.min(50 * 2 ** retries, LONGEST_PAUSE_MS) : cause),
      },
    });
  let client = makeClient();

  function back(): void {
    const hadDropped = hasDropped;
    hasDropped = false;
    onBack(hadDropped);
  }

  async function open(): Promise<void> {
    const opened = client;
    opened.on('error', onAway);
    try {
      await opened.connect();
      await opened.subscribe(channel, hear);
      // It subscribes again by itself, before it says that it is ready again.
      opened.on('ready', back);
    } catch (error) {
      opened.destroy();
      throw error;
    }
  }

  function reopen(): void {
    client.destroy();
    client = makeClient();
    open().then(back, onAway);
  }

  async function watch(): Promise<void> {
    const asked = client;
    if ((await isWell(asked)) || isClosed || asked !== client) return;
    onAway(new Error('Redis does not answer'));
    reopen();
  }

  await open();
  hasStarted = true;
  const watching = setInterval(() => void watch(), WATCH_MS);
  return {
    send(message) {
      client.publish(channel, JSON.stringify(message)).catch(() => {
        hasDropped = true;
      });
    },
    close() {
      isClosed = true;
      clearInterval(watching);
      client.destroy();
    },
  };
}

/** Rejects where Redis does not answer. */
export async function connectRedisBus(url: string, log: Pick<FastifyBaseLogger, 'warn'>): Promise<RedisBus> {
  const inProcess = createInProcessBus();
  const from = randomUUID();
  const gapListeners = new Set<() => void>();
  let isAway = false;

  function tellGap(): void {
    for (const listener of gapListeners) listener();
  }

  function hear(text: string): void {
    try {
      const message = JSON.parse(text) as Message;
      if (message.from === from) return;
      if (message.topic === 'gap') tellGap();
      // A newer server may tell what this one does not know.
      else if (isForAll[message.topic]) inProcess.publish(message.topic, message.event);
    } catch (error) {
      // The connection would break by it.
      log.warn({ err: error }, 'What another server told is not understood');
    }
  }

  const redis = await connect({
    url,
    channel: channelOf(url),
    hear,
    onAway(error) {
      if (!isAway) log.warn({ err: error }, 'Redis is away: other servers are not heard');
      isAway = true;
    },
    onBack(hasDropped) {
      isAway = false;
      if (hasDropped) redis.send({ from, topic: 'gap' });
      tellGap();
    },
  });

  return {
    publish(topic, event) {
      inProcess.publish(topic, event);
      if (isForAll[topic]) redis.send({ from, topic, event });
    },
    subscribe: (topic, listener) => inProcess.subscribe(topic, listener),
    onGap(listener) {
      gapListeners.add(listener);
      return () => {
        gapListeners.delete(listener);
      };
    },
    close: () => redis.close(),
  };
}
