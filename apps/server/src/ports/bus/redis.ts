/**
 * The bus of several servers: what happens on one is told to the others by Redis (publish/subscribe), which keeps nothing.
 * A server hears its own events at once and without Redis, so that while that is away each goes on as if it were alone.
 */
import { randomUUID } from 'node:crypto';
import type { FastifyBaseLogger } from 'fastify';
import { type Bus, type BusEvents, createInProcessBus, isForAll, type Topic } from './bus';

const CONNECT_TIMEOUT_MS = 5_000;
const LONGEST_PAUSE_MS = 2_000;

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

async function makeClient(url: string, hasStarted: () => boolean) {
  // Loaded only here: it is large, and a server that is alone starts without it.
  const { createClient } = await import('@redis/client');
  return createClient({
    url,
    // What cannot be told now is not told later: it would be old.
    disableOfflineQueue: true,
    socket: {
      connectTimeout: CONNECT_TIMEOUT_MS,
      reconnectStrategy: (retries, cause) => (hasStarted() ? Math.min(50 * 2 ** retries, LONGEST_PAUSE_MS) : cause),
    },
  });
}

/** Rejects where Redis does not answer; once it has, a connection that breaks is made again by itself. */
export async function connectRedisBus(url: string, log: Pick<FastifyBaseLogger, 'warn'>): Promise<RedisBus> {
  const inProcess = createInProcessBus();
  const channel = channelOf(url);
  const from = randomUUID();
  const gapListeners = new Set<() => void>();
  let hasStarted = false;
  let hasDropped = false;

  const publisher = await makeClient(url, () => hasStarted);
  const subscriber = publisher.duplicate();

  function tellGap(): void {
    for (const listener of gapListeners) listener();
  }

  function send(message: Message): void {
    publisher.publish(channel, JSON.stringify(message)).catch(() => {
      hasDropped = true;
    });
  }

  function hear(text: string): void {
    const message = JSON.parse(text) as Message;
    if (message.from === from) return;
    if (message.topic === 'gap') tellGap();
    // A newer server may tell what this one does not know.
    else if (isForAll[message.topic]) inProcess.publish(message.topic, message.event);
  }

  let isAway = false;
  const away = (error: Error) => {
    if (!isAway && hasStarted) log.warn({ err: error }, 'Redis is away: other servers are not heard');
    isAway = true;
  };
  for (const client of [publisher, subscriber]) client.on('error', away);
  publisher.on('ready', () => {
    if (hasDropped) send({ from, topic: 'gap' });
    hasDropped = false;
  });
  subscriber.on('ready', () => {
    isAway = false;
    if (hasStarted) tellGap();
  });

  const close = () => {
    for (const client of [publisher, subscriber]) if (client.isOpen) client.destroy();
  };
  try {
    await publisher.connect();
    await subscriber.connect();
    await subscriber.subscribe(channel, hear);
  } catch (error) {
    close();
    throw error;
  }
  hasStarted = true;

  return {
    publish(topic, event) {
      inProcess.publish(topic, event);
      if (isForAll[topic]) send({ from, topic, event });
    },
    subscribe: (topic, listener) => inProcess.subscribe(topic, listener),
    onGap(listener) {
      gapListeners.add(listener);
      return () => {
        gapListeners.delete(listener);
      };
    },
    close,
  };
}
