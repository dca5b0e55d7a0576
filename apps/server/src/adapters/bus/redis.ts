/**
 * Bus of several servers: Redis publish/subscribe, which stores nothing. A server gets its own events at once and without Redis, so
 * that each goes on as if it were alone while Redis is away.
 */
import { randomUUID } from 'node:crypto';
import type { FastifyBaseLogger } from 'fastify';
import { noWatch, type Watch } from '../../host/watch';
import { type Bus, type BusEvents, createInProcessBus, isForAll, type Topic } from './bus';

const CONNECT_TIMEOUT_MS = 5_000;
const RECONNECT_PAUSE_MAX_MS = 2_000;
/** Interval and timeout of pings to Redis. */
export const PING_MS = 5_000;

export interface RedisBus extends Bus {
  close(): void;
}

/** `gap`: the sender could not publish everything that happened before. */
type Message = { readonly from: string } & (
  | { readonly topic: Topic; readonly event: BusEvents[Topic] }
  | { readonly topic: 'gap' }
);

/** The channel is named after the database number: two installations on one Redis do not receive each other's events. */
const channelOf = (url: string) => `earth/${new URL(url).pathname.slice(1) || '0'}`;

interface Connected {
  send(message: Message): void;
  close(): void;
}

interface Deps {
  readonly url: string;
  readonly channel: string;
  readonly watch: Watch;
  readonly onMessage: (text: string) => void;
  readonly onAway: (error: Error) => void;
  /** The connection is back. `hasDropped`: some events could not be published meanwhile. */
  readonly onBack: (hasDropped: boolean) => void;
}

interface PingableClient {
  readonly isReady: boolean;
  ping(): Promise<unknown>;
}

/**
 * Health check: a connection may look open although nobody is at its other end, and may never get established.
 * @returns whether there was an answer in time; also true if the connection broke meanwhile and reconnects by itself
 */
async function isHealthy(client: PingableClient): Promise<boolean> {
  let answer = 'none' as 'none' | 'given' | 'failed';
  client.ping().then(
    () => (answer = 'given'),
    () => (answer = 'failed'),
  );
  await new Promise((resolve) => {
    // If this process was blocked, answers that have arrived are read before the verdict.
    setTimeout(() => setImmediate(resolve), PING_MS).unref();
  });
  return answer === 'given' || (answer === 'failed' && client.isReady);
}

/** Rejects if Redis does not answer. After the first answer, a broken or silent connection is replaced. */
async function connect({ url, channel, watch, onMessage, onAway, onBack }: Deps): Promise<Connected> {
  // Lazy import: the module is large, and a single server starts without it.
  const { createClient } = await import('@redis/client');
  let hasStarted = false;
  let isClosed = false;
  let hasDropped = false;

  const makeClient = () =>
    createClient({
      url,
      // RESP 3 delivers published messages and replies over one connection.
      RESP: 3,
      // An event that cannot be published now is dropped: later it would be outdated.
      disableOfflineQueue: true,
      socket: {
        connectTimeout: CONNECT_TIMEOUT_MS,
        reconnectStrategy: (retries, cause) =>
          hasStarted ? Math.min(50 * 2 ** retries, RECONNECT_PAUSE_MAX_MS) : cause,
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
      await opened.subscribe(channel, onMessage);
      // The client subscribes again by itself before it emits `ready`.
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

  async function check(): Promise<void> {
    const checked = client;
    if ((await isHealthy(checked)) || isClosed || checked !== client) return;
    onAway(new Error('Redis does not answer'));
    reopen();
  }

  await open();
  hasStarted = true;
  const timer = setInterval(() => void check(), PING_MS);
  return {
    send(message) {
      const attributes = { 'messaging.destination.name': message.topic };
      watch
        .run('events', 'events publish', () => client.publish(channel, JSON.stringify(message)), { attributes })
        .catch(() => {
          hasDropped = true;
        });
    },
    close() {
      isClosed = true;
      clearInterval(timer);
      client.destroy();
    },
  };
}

/** Rejects if Redis does not answer. */
export async function connectRedisBus(
  url: string,
  log: Pick<FastifyBaseLogger, 'warn'>,
  watch: Watch = noWatch,
): Promise<RedisBus> {
  const inProcess = createInProcessBus();
  const from = randomUUID();
  const gapListeners = new Set<() => void>();
  let awaySince: Date | null = null;

  function notifyGap(): void {
    for (const listener of gapListeners) listener();
  }

  function onMessage(text: string): void {
    try {
      const message = JSON.parse(text) as Message;
      if (message.from === from) return;
      if (message.topic === 'gap') notifyGap();
      // A newer server may publish topics that this one does not know.
      else if (isForAll[message.topic]) inProcess.publish(message.topic, message.event);
    } catch (error) {
      // An exception here would break the connection.
      log.warn({ err: error }, 'An event of another server could not be parsed');
    }
  }

  const redis = await connect({
    url,
    channel: channelOf(url),
    watch,
    onMessage,
    onAway(error) {
      if (!awaySince) log.warn({ err: error }, 'Redis does not answer: events of other servers are missing');
      awaySince ??= new Date();
    },
    onBack(hasDropped) {
      awaySince = null;
      if (hasDropped) redis.send({ from, topic: 'gap' });
      notifyGap();
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
    reach: () => ({ by: 'redis', awaySince }),
    close: () => redis.close(),
  };
}
