/** One attempt to deliver a push, its outcome, and the backoff of the next one. A claim ensures one attempt at a time per device, on all servers. */
import type { Context } from '../../../context';
import { reasonOf } from '../../../host/outcomes';
import { type Delivery, type PushPayload, PushServiceError } from '../../../adapters/push/push-adapter';
import * as store from './store';

/** Timeout of one attempt; the push is tried again later. */
const TIMEOUT_MS = 10_000;
/**
 * Cap of the backoff. A push is retried after 1, 2, 4, … seconds, or when the service says, but no later than this: rings wait for it too.
 */
const BACKOFF_MAX_MS = 10 * 60_000;

/** Lease of a claim, longer than an attempt takes: afterwards another server may send what a dead one was sending. */
const CLAIM_MS = 30_000;

/** A browser's push service is not the operator's concern; the services in the settings are. */
const levelOf = ({ kind }: store.Due) => (kind === 'web' ? 'info' : 'warn');

/** Sends a push, unless another server has just sent it or is sending another to the same device. */
export async function send(context: Context, due: store.Due, stopping: AbortSignal): Promise<void> {
  const { clock, db } = context;
  const now = clock.now();
  const until = new Date(now.getTime() + CLAIM_MS);
  if (!(await store.claim(db, due, now, until))) return;
  try {
    const delivery = await deliver(context, due, stopping);
    if (!delivery) return;
    record(context, due, delivery);
    await settle(context, due, delivery);
  } finally {
    await store.release(db, due.tokenId, until);
  }
}

/** @returns null if the server stops before there is an answer */
async function deliver(context: Context, due: store.Due, stopping: AbortSignal): Promise<Delivery | null> {
  const { clock, pushAdapters, log } = context;
  const timeLeft = due.expiresAt.getTime() - clock.now().getTime();
  const tooLong = AbortSignal.timeout(Math.min(TIMEOUT_MS, Math.max(1, timeLeft)));
  const { host, kind, to } = due;
  try {
    const adapter = pushAdapters.of[kind];
    if (!adapter) return { outcome: 'refused', why: 'it is not set up any more' };
    return await adapter.send(to, await payloadOf(context, due), AbortSignal.any([stopping, tooLong]));
  } catch (error) {
    if (stopping.aborted) return null;
    const fault = error instanceof PushServiceError ? 'gives no access' : 'does not answer';
    log[levelOf(due)]({ err: error, host }, `A push service ${fault}`);
    return { outcome: 'later', afterSeconds: 0, why: reasonOf(error) };
  }
}

/** A device that is gone is an answer like any other. */
function record({ outcomes }: Context, { kind }: store.Due, delivery: Delivery): void {
  switch (delivery.outcome) {
    case 'accepted':
    case 'gone':
      return outcomes.push[kind].succeeded();
    case 'refused':
      // Of the words of a service only the status: they could name a device.
      return outcomes.push[kind].failed(/^\d{3}\b/.exec(delivery.why)?.[0] ?? 'refused');
    case 'later':
      return outcomes.push[kind].failed(delivery.why ?? 'later');
  }
}

/** Adds the read token, with which the service worker fetches the message: only to Web Push, which is encrypted for the browser. */
async function payloadOf({ access }: Context, due: store.Due): Promise<PushPayload> {
  if (due.kind !== 'web' || due.messageType !== 'RoomMessage') return due;
  return { ...due, readToken: await access.issueReading(due.sessionId, due.topic, due.expiresAt) };
}

async function settle({ clock, db, log }: Context, due: store.Due, delivery: Delivery): Promise<void> {
  switch (delivery.outcome) {
    case 'accepted':
      return await store.dequeue(db, due.id);
    case 'gone':
      return await store.deleteTokenById(db, due.tokenId);
    case 'refused':
      log[levelOf(due)]({ host: due.host, why: delivery.why }, 'A push service refused a push');
      return await store.dequeue(db, due.id);
    case 'later': {
      const now = clock.now().getTime();
      const requestedPause = Math.min(delivery.afterSeconds * 1000, BACKOFF_MAX_MS);
      if (requestedPause > 0) await store.pause(db, due.tokenId, new Date(now + requestedPause));
      const backoff = Math.min(1000 * 2 ** due.tries, BACKOFF_MAX_MS);
      return await store.postpone(db, due, new Date(now + Math.max(backoff, requestedPause)));
    }
  }
}
