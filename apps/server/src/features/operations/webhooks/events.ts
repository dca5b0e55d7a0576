/** Queues what happened for the webhooks that want it, in the transaction in which it happened: none is lost, none is made up. */
import type { WebhookDelivery, WebhookEvent } from '@earth/contracts';
import type { Context } from '../../../context';
import type { Queries } from '../../../db/database';
import * as store from './store';

type Queueing = Pick<Context, 'clock' | 'random'>;

interface Happened {
  readonly event: WebhookDelivery['event'];
  readonly data: Readonly<Record<string, unknown>>;
}

export async function queueFor(
  { clock, random }: Queueing,
  db: Queries,
  webhookIds: readonly string[],
  { event, data }: Happened,
): Promise<void> {
  const now = clock.now();
  const body = JSON.stringify({ type: event, timestamp: now.toISOString(), data });
  const rows = webhookIds.map((webhookId) => ({ id: random.id(), webhookId, event, body, createdAt: now, dueAt: now }));
  await store.queue(db, rows);
}

/** @returns whether it is for any webhook; then call `sendEvents` after the commit */
export async function queueEvent(
  context: Queueing,
  db: Queries,
  companyId: string,
  happened: Happened & { readonly event: WebhookEvent },
): Promise<boolean> {
  const webhookIds = await store.findWanting(db, companyId, happened.event);
  await queueFor(context, db, webhookIds, happened);
  return webhookIds.length > 0;
}

export const sendEvents = ({ bus }: Pick<Context, 'bus'>): void => bus.publish('eventQueued', {});
