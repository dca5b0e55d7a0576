/** Sends what is queued: at once, again after a while where a service does not take it, until nobody wants it any more. */
import { createBackground } from '../../../async/background';
import type { Context } from '../../../context';
import { createPoller } from '../../../async/poller';
import { send } from './delivery';
import * as store from './store';

/** So many at a time; and of one service, which may be slow, only so many. A few places more are kept for rings. */
const AT_ONCE = { others: { all: 64, ofHost: 8 }, rings: { all: 72, ofHost: 10 } };
/** What another server queued and did not send, because it stopped or died, is looked for so often. */
const ROUND_MS = 15_000;

export interface Sender {
  /** From now on what is queued is sent, and what was left over. */
  start(): void;
  /** Looks for what is due. */
  wake(): void;
  /** Resolves when nothing is under way. */
  idle(): Promise<void>;
  /** What is under way stays in the queue. */
  stop(): Promise<void>;
}

const limitsOf = ({ messageType }: store.Due) => AT_ONCE[messageType === 'IncomingCall' ? 'rings' : 'others'];

/** What is being sent: to a device one push at a time, so that the first arrives first, and to a service a few. */
function createTraffic() {
  const hosts = new Map<string, string>();
  const sendingTo = (host: string) => [...hosts.values()].filter((other) => other === host).length;
  const fullBy = (limit: number) => [...new Set(hosts.values())].filter((host) => sendingTo(host) >= limit);
  return {
    begin: ({ tokenId, host }: store.Due) => hosts.set(tokenId, host),
    end: ({ tokenId }: store.Due) => hosts.delete(tokenId),
    /** How many more may be begun. */
    room: () => AT_ONCE.rings.all - hosts.size,
    takes(due: store.Due) {
      const { all, ofHost } = limitsOf(due);
      return !hosts.has(due.tokenId) && hosts.size < all && sendingTo(due.host) < ofHost;
    },
    busy: () => ({
      tokenIds: [...hosts.keys()],
      hosts: fullBy(AT_ONCE.rings.ofHost),
      hostsOfRings: hosts.size >= AT_ONCE.others.all ? ('*' as const) : fullBy(AT_ONCE.others.ofHost),
    }),
  };
}

export function createSender(context: Context): Sender {
  const { bus, clock, db, log, settings } = context;
  const background = createBackground(log);
  const stopping = new AbortController();
  const traffic = createTraffic();
  const poller = createPoller(clock, background, look);
  let rounds: NodeJS.Timeout | undefined;
  let stopListening = () => {};

  async function look(): Promise<Date | null> {
    const now = clock.now();
    await store.deleteExpired(db, now);
    // What has to wait for another push is looked for again once that is done. Where fewer came than were asked for, all
    // that is due was among them.
    for (let isMore = true; isMore; ) {
      const room = traffic.room();
      const found = await store.findDue(db, now, traffic.busy(), room);
      isMore = found.filter(begin).length > 0 && found.length === room;
    }
    return await store.findNextDue(db, now);
  }

  /** @returns false where it has to wait for another */
  function begin(due: store.Due): boolean {
    if (!traffic.takes(due)) return false;
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
      if (settings.redisUrl !== undefined) rounds = setInterval(poller.wake, ROUND_MS);
      poller.wake();
    },
    wake: poller.wake,
    idle: () => background.idle(),
    async stop() {
      stopListening();
      clearInterval(rounds);
      poller.stop();
      stopping.abort();
      await background.idle();
    },
  };
}
