import { isNotNull, isNull, sql } from 'drizzle-orm';
import type { Queries } from '../../../db/database';
import { calls, leads, pushQueue, webhookDeliveries } from '../../../db/schema';

/** Rejects if the database does not answer. */
export async function pingDatabase(db: Queries): Promise<void> {
  await db.execute(sql`select 1`);
}

export interface Work {
  readonly callsOpen: number;
  readonly queues: readonly {
    readonly queue: 'push' | 'webhooks' | 'leads';
    readonly waiting: number;
    /** For how long the oldest should have been sent; 0: none is late. */
    readonly overdueSeconds: number;
  }[];
}

/** What is going on and what waits, on all servers of this database. @param options whether leads are forwarded, or only stored */
export async function readWork(db: Queries, now: Date, options: { readonly areLeadsSent: boolean }): Promise<Work> {
  const [callsOpen, push, deliveries, unsent] = await Promise.all([
    db.$count(calls, isNull(calls.closedAt)),
    db.select(lateness(pushQueue.dueAt, now)).from(pushQueue),
    db.select(lateness(webhookDeliveries.dueAt, now)).from(webhookDeliveries).where(isNotNull(webhookDeliveries.dueAt)),
    options.areLeadsSent ? db.select(lateness(leads.dueAt, now)).from(leads).where(isNull(leads.sentAt)) : [],
  ]);
  const of = (queue: Work['queues'][number]['queue'], [row]: readonly Lateness[]) => (row ? [{ queue, ...row }] : []);
  return { callsOpen, queues: [...of('push', push), ...of('webhooks', deliveries), ...of('leads', unsent)] };
}

interface Lateness {
  readonly waiting: number;
  readonly overdueSeconds: number;
}

const lateness = (dueAt: Parameters<typeof isNull>[0], now: Date) => ({
  waiting: sql<number>`count(*)`.mapWith(Number),
  overdueSeconds:
    sql<number>`greatest(0, coalesce(extract(epoch from ${now.toISOString()}::timestamptz - min(${dueAt})), 0))`.mapWith(
      Number,
    ),
});
