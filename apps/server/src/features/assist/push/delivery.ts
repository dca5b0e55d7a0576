/** One try to bring a push to its service, and what becomes of the push by it: on one server at a time for each device. */
import type { Context } from '../../../context';
import type { Delivery, Parcel } from '../../../adapters/push/courier';
import * as store from './store';

/** A service that does not answer for so long is asked again later. */
const PATIENCE_MS = 10_000;
/** It is tried again after 1, 2, 4, … seconds, or when the service says, but no less often than this: rings wait for it too. */
const LONGEST_PAUSE_MS = 10 * 60_000;

/** Longer than a try takes: what a server that died was sending is another's to send then. */
const CLAIM_MS = 30_000;

/** Whom a browser names is nobody's trouble here; the services of the settings are. */
const levelOf = ({ kind }: store.Due) => (kind === 'web' ? 'info' : 'warn');

/** Sends a push, unless another server has just done it or tells the same device something. */
export async function send(context: Context, due: store.Due, stopping: AbortSignal): Promise<void> {
  const { clock, db } = context;
  const now = clock.now();
  const until = new Date(now.getTime() + CLAIM_MS);
  if (!(await store.claim(db, due, now, until))) return;
  try {
    const delivery = await deliver(context, due, stopping);
    if (delivery) await settle(context, due, delivery);
  } finally {
    await store.release(db, due.tokenId, until);
  }
}

/** @returns null where the server stops before there is an answer */
async function deliver(context: Context, due: store.Due, stopping: AbortSignal): Promise<Delivery | null> {
  const { clock, couriers, log } = context;
  const timeLeft = due.expiresAt.getTime() - clock.now().getTime();
  const tooLong = AbortSignal.timeout(Math.min(PATIENCE_MS, Math.max(1, timeLeft)));
  const { host, kind, to } = due;
  try {
    const courier = couriers.of[kind];
    if (!courier) return { outcome: 'refused', why: 'it is not set up any more' };
    return await courier.send(to, await parcelOf(context, due), AbortSignal.any([stopping, tooLong]));
  } catch (error) {
    if (stopping.aborted) return null;
    log[levelOf(due)]({ err: error, host }, 'A push service does not answer');
    return { outcome: 'later', afterSeconds: 0 };
  }
}

/** Web Push is sealed for the browser: it alone gets the token, by which its worker reads what was written. */
async function parcelOf({ access }: Context, due: store.Due): Promise<Parcel> {
  if (due.kind !== 'web' || due.messageType !== 'RoomMessage') return due;
  return { ...due, readToken: await access.issueReading(due.sessionId, due.topic, due.expiresAt) };
}

async function settle({ clock, db, log }: Context, due: store.Due, delivery: Delivery): Promise<void> {
  switch (delivery.outcome) {
    case 'taken':
      return await store.dequeue(db, due.id);
    case 'gone':
      return await store.deleteTokenById(db, due.tokenId);
    case 'refused':
      log[levelOf(due)]({ host: due.host, why: delivery.why }, 'A push service refused a push');
      return await store.dequeue(db, due.id);
    case 'later': {
      const now = clock.now().getTime();
      const asked = Math.min(delivery.afterSeconds * 1000, LONGEST_PAUSE_MS);
      if (asked > 0) await store.pause(db, due.tokenId, new Date(now + asked));
      const own = Math.min(1000 * 2 ** due.tries, LONGEST_PAUSE_MS);
      return await store.postpone(db, due, new Date(now + Math.max(own, asked)));
    }
  }
}
