/** Delivers events to webhooks: at once, and with backoff until they are accepted or given up. */
import { DELIVERY_DAYS } from '@earth/contracts';
import { PrivateAddressError } from '../../../adapters/push/outside';
import { createBackground } from '../../../async/background';
import { handleDue } from '../../../async/handle-due';
import { createPoller } from '../../../async/poller';
import type { Context } from '../../../context';
import { offMail } from './mails';
import { signedHeaders } from './signature';
import * as store from './store';

/** Concurrency limit. */
const CONCURRENCY = 8;
/** Timeout of one attempt. */
const TIMEOUT_MS = 10_000;
/** Lease of a claim, longer than an attempt takes: afterwards another server may send what a dead one was sending. */
const CLAIM_MS = 30_000;
/** Poll interval for deliveries that another server claimed and did not send because it stopped or died. */
const POLL_MS = 15_000;
const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
/** The pauses after failed attempts; a delivery that fails after the last one is given up. */
const PAUSES = [5 * SECOND, MINUTE, 5 * MINUTE, 30 * MINUTE, 2 * HOUR, 6 * HOUR, 12 * HOUR] as const;
/** A webhook whose attempts have failed so often in a row is turned off. */
const FAILURES_MAX = 50;
/** The receiver wants no more (RFC 9110, 15.5.11). */
const GONE = 410;

export interface WebhookSender {
  start(): void;
  wake(): void;
  /** Resolves when nothing is being sent. */
  idle(): Promise<void>;
  /** Stops; what was being sent stays in the queue. */
  stop(): Promise<void>;
}

export function createWebhookSender(context: Context): WebhookSender {
  const { brand, clock, db, log, mail, outside, secrets } = context;
  const background = createBackground(log);
  const stopping = new AbortController();
  const poller = createPoller(clock, background, poll, POLL_MS);

  const queue = {
    clock,
    atOnce: CONCURRENCY,
    claimMs: CLAIM_MS,
    claim: (now: Date, until: Date, atMost: number) => store.claimDue(db, now, until, atMost),
    handle: send,
  };

  async function poll(): Promise<Date | null> {
    await store.deleteBefore(db, new Date(clock.now().getTime() - DELIVERY_DAYS * DAY));
    await handleDue(queue, stopping.signal);
    return await store.findNextDue(db);
  }

  async function send(due: store.Due): Promise<void> {
    const status = await post(due);
    const at = clock.now();
    const isDelivered = status !== null && status >= 200 && status < 300;
    if (isDelivered) {
      await store.saveAttempt(db, due.id, { isDelivered, status, dueAt: null, at });
      return await store.resetFailures(db, due.webhook.id);
    }
    // The next server that starts sends it at once.
    const pause = stopping.signal.aborted ? 0 : PAUSES[due.tries - 1];
    const dueAt = pause === undefined ? null : new Date(at.getTime() + pause);
    await store.saveAttempt(db, due.id, { isDelivered, status, dueAt, at });
    if (stopping.signal.aborted) return;
    const failures = await store.countFailure(db, due.webhook.id);
    if (status === GONE || failures >= FAILURES_MAX) await turnOff(due.webhook.id, at);
  }

  /** @returns the status of the answer; null: there was none */
  async function post({ id, body, webhook }: store.Due): Promise<number | null> {
    const signal = AbortSignal.any([stopping.signal, AbortSignal.timeout(TIMEOUT_MS)]);
    const at = clock.now();
    const isFormerValid = webhook.formerSecret !== null && webhook.formerUntil !== null && webhook.formerUntil > at;
    const sealed = [webhook.sealedSecret, ...(isFormerValid && webhook.formerSecret ? [webhook.formerSecret] : [])];
    try {
      const open = (one: string) => secrets.columnSeal.open(one, { column: 'webhooks.sealed_secret', id: webhook.id });
      const headers = signedHeaders({ id, at, body }, await Promise.all(sealed.map(open)));
      return (await outside.post(webhook.url, { headers, body, signal })).status;
    } catch (error) {
      const isPrivate = error instanceof PrivateAddressError;
      if (!stopping.signal.aborted) log.warn({ id, webhookId: webhook.id, isPrivate }, 'A webhook does not answer');
      return null;
    }
  }

  async function turnOff(id: string, now: Date): Promise<void> {
    const webhook = await store.disable(db, id, now);
    if (!webhook) return;
    const { url, language, companyId } = webhook;
    for (const to of await store.findAdmins(db, companyId))
      background.run('The mail about a webhook could not be sent', () =>
        mail.send(offMail({ to, url, language, product: brand.name })),
      );
  }

  return {
    start: poller.start,
    wake: poller.wake,
    idle: () => background.idle(),
    async stop() {
      poller.stop();
      stopping.abort();
      await background.idle();
    },
  };
}
