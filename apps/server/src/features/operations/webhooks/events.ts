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

interface CompanyData {
  readonly companyId: string;
  readonly data: Happened['data'];
}

/**
 * @param all what happened, in the order in which it did
 * @returns whether any of it is for a webhook; then call `sendEvents` after the commit
 */
export async function queueEvents(
  context: Queueing,
  db: Queries,
  event: WebhookEvent,
  all: readonly CompanyData[],
): Promise<boolean> {
  if (all.length === 0) return false;
  const found = await store.findWanting(db, [...new Set(all.map(({ companyId }) => companyId))], event);
  for (const { companyId, data } of all) {
    const webhookIds = found.filter((one) => one.companyId === companyId).map(({ id }) => id);
    await queueFor(context, db, webhookIds, { event, data });
  }
  return found.length > 0;
}

export const queueEvent = (
  context: Queueing,
  db: Queries,
  companyId: string,
  { event, data }: Happened & { readonly event: WebhookEvent },
): Promise<boolean> => queueEvents(context, db, event, [{ companyId, data }]);

export const sendEvents = ({ bus }: Pick<Context, 'bus'>): void => bus.publish('eventQueued', {});
