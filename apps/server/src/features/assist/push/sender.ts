/** Sender: polls the queue of pushes and sends what is due; `delivery.ts` decides when a failed push is due again, and when it is dropped. */
import { createBackground } from '../../../async/background';
import type { Context } from '../../../context';
import { createPoller } from '../../../async/poller';
import { send } from './delivery';
import * as store from './store';

/** Concurrency limits: in total, and per service, which may be slow. A few places more are reserved for rings. */
const CONCURRENCY = { others: { all: 64, ofHost: 8 }, rings: { all: 72, ofHost: 10 } };
/** Poll interval for pushes that another server queued and did not send because it stopped or died. */
const POLL_MS = 15_000;

export interface Sender {
  /** Starts to send queued pushes, including those left from before. */
  start(): void;
  /** Polls for due pushes. */
  wake(): void;
  /** Resolves when nothing is being sent. */
  idle(): Promise<void>;
  /** Stops; what was being sent stays in the queue. */
  stop(): Promise<void>;
}

const limitsOf = ({ messageType }: store.Due) => CONCURRENCY[messageType === 'IncomingCall' ? 'rings' : 'others'];

/** Pushes in flight: one per device, so that the first arrives first, and a few per service. */
function createTraffic() {
  const hosts = new Map<string, string>();
  const sendingTo = (host: string) => [...hosts.values()].filter((other) => other === host).length;
  const fullBy = (limit: number) => [...new Set(hosts.values())].filter((host) => sendingTo(host) >= limit);
  return {
    begin: ({ tokenId, host }: store.Due) => hosts.set(tokenId, host),
    end: ({ tokenId }: store.Due) => hosts.delete(tokenId),
    /** How many more may be started. */
    slots: () => CONCURRENCY.rings.all - hosts.size,
    hasSlotFor(due: store.Due) {
      const { all, ofHost } = limitsOf(due);
      return !hosts.has(due.tokenId) && hosts.size < all && sendingTo(due.host) < ofHost;
    },
    busy: () => ({
      tokenIds: [...hosts.keys()],
      hosts: fullBy(CONCURRENCY.rings.ofHost),
      hostsOfRings: hosts.size >= CONCURRENCY.others.all ? ('*' as const) : fullBy(CONCURRENCY.others.ofHost),
    }),
  };
}

export function createSender(context: Context): Sender {
  const { bus, clock, db, log, settings } = context;
  const background = createBackground(log);
  const stopping = new AbortController();
  const traffic = createTraffic();
  const poller = createPoller(clock, background, poll, settings.redisUrl === undefined ? null : POLL_MS);
  let stopListening = () => {};

  async function poll(): Promise<Date | null> {
    const now = clock.now();
    await store.deleteExpired(db, now);
    // A push that has to wait for another is polled again when that is done. If fewer came than were requested, all that is due was among
    // them.
    for (let isMore = true; isMore; ) {
      const slots = traffic.slots();
      const found = await store.findDue(db, now, traffic.busy(), slots);
      isMore = found.filter(begin).length > 0 && found.length === slots;
    }
    return await store.findNextDue(db, now);
  }

  /** @returns false if the push has to wait for another */
  function begin(due: store.Due): boolean {
    if (!traffic.hasSlotFor(due)) return false;
    traffic.begin(due);
    background.run('A push could not be sent', async () => {
      try {
        await send(context, due, stopping.signal);
      } finally {
        traffic.end(due);
        poller.wake();
      }
    });
    return true;
  }

  return {
    start() {
      stopListening = bus.subscribe('pushQueued', poller.wake);
      poller.start();
    },
    wake: poller.wake,
    idle: () => background.idle(),
    async stop() {
      stopListening();
      poller.stop();
      stopping.abort();
      await background.idle();
    },
  };
}
