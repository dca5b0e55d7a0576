/** One attempt to push a notice to a browser, its outcome, and when the next one is due. */
import { encode, type PushMessage, pushMessage } from '@earth/contracts';
import type { Delivery } from '../../../adapters/push/push-adapter';
import type { Context } from '../../../context';
import type { Queries } from '../../../db/database';
import * as store from './store';

/** Timeout of one attempt, shorter than its claim. */
const TIMEOUT_MS = 10_000;
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
/** Yesterday's notice is no news. */
const EXPIRES_MS = 24 * HOUR;
/** Cap of the backoff: 1, 2, 4 … minutes, or as the service says. */
const BACKOFF_MAX_MS = HOUR;
const DOUBLINGS_MAX = 10;

type Attempt = Delivery | { readonly outcome: 'expired' };

/** Sends a push that the caller has claimed. What was on its way when the server stops is due again when its claim ends. */
export async function send(context: Context, due: store.Due, stopping: AbortSignal): Promise<void> {
  const expiresAt = new Date(due.notice.sentAt.getTime() + EXPIRES_MS);
  const isInTime = expiresAt > context.clock.now();
  const attempt: Attempt = isInTime ? await deliver(context, due, { expiresAt, stopping }) : { outcome: 'expired' };
  if (stopping.aborted && attempt.outcome !== 'accepted') return;
  await context.db.transaction((transaction) => settle(context, transaction, due, attempt));
  // By itself: it takes what is queued for the browser of other notices with it, which are being settled too.
  if (attempt.outcome === 'gone') await store.deleteSubscriptionById(context.db, due.subscriptionId);
}

interface Limits {
  readonly expiresAt: Date;
  readonly stopping: AbortSignal;
}

async function deliver(
  { log, pushAdapters }: Context,
  due: store.Due,
  { expiresAt, stopping }: Limits,
): Promise<Delivery> {
  const { notice, to } = due;
  const signal = AbortSignal.any([stopping, AbortSignal.timeout(TIMEOUT_MS)]);
  const payload = { messageType: 'Notice', messageContent: contentOf(due), topic: notice.id, expiresAt };
  const notSetUp: Delivery = { outcome: 'refused', why: 'Web Push is not set up' };
  try {
    return (await pushAdapters.of.web?.send(to, payload, signal)) ?? notSetUp;
  } catch (error) {
    if (!stopping.aborted) log.info({ err: error }, 'A push service does not answer');
    return { outcome: 'later', afterSeconds: 0 };
  }
}

function contentOf({ notice: { id, title, text, contentId } }: store.Due): string {
  const message: PushMessage = {
    messageType: 'Notice',
    messageContent: { uniqueId: id, title, text, ...(contentId !== null && { contentId }) },
  };
  const { messageContent } = encode(pushMessage, message) as { readonly messageContent: unknown };
  return JSON.stringify(messageContent);
}

/** A push that was deleted meanwhile, with its notice or its subscription, is not counted. */
async function settle({ clock, log }: Context, db: Queries, due: store.Due, attempt: Attempt): Promise<void> {
  if (attempt.outcome === 'later') {
    const pause = Math.max(MINUTE * 2 ** Math.min(due.tries, DOUBLINGS_MAX), attempt.afterSeconds * 1000);
    return await store.postpone(db, due, new Date(clock.now().getTime() + Math.min(pause, BACKOFF_MAX_MS)));
  }
  if (attempt.outcome === 'refused') log.info({ why: attempt.why }, 'A push service refused a notice');
  // In the order in which a deletion of the notice locks.
  await store.lockForCount(db, due.notice.id);
  const isQueued = await store.dequeue(db, due);
  if (isQueued) await store.count(db, due.notice.id, attempt.outcome === 'accepted' ? 'delivered' : 'failed');
}
