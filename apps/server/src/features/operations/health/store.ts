import type { ServerHealth } from '@earth/contracts';
import { asc, eq, gt, isNotNull, isNull, sql } from 'drizzle-orm';
import type { Queries } from '../../../db/database';
import { LAST_BACKUP } from '../../../db/last-backup';
import {
  calls,
  leads,
  nodes,
  pushQueue,
  serverFacts,
  sessions,
  views,
  webhookDeliveries,
  webhooks,
} from '../../../db/schema';

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

/** Nothing happens if the server has no lease: it gets one with its next heartbeat. */
export async function saveHealth(
  db: Queries,
  nodeId: string,
  health: Omit<ServerHealth, 'id' | 'isThis' | 'devices'>,
): Promise<void> {
  await db.update(nodes).set({ health }).where(eq(nodes.id, nodeId));
}

/** The servers with a lease that is newer than `since`, and what they found about themselves. */
export async function findServers(db: Queries, since: Date) {
  const devices = db.$count(sessions, eq(sessions.nodeId, nodes.id));
  return await db
    .select({ id: nodes.id, health: nodes.health, devices })
    .from(nodes)
    .where(gt(nodes.seenAt, since))
    .orderBy(asc(nodes.id));
}

export async function readDatabase(db: Queries) {
  const { rows } = await db.execute<{ version: string; bytes: string; migration: number }>(sql`
    select current_setting('server_version') as version, pg_database_size(current_database()) as bytes,
      (select max(number) from migrations) as migration`);
  const { version = '', bytes = '0', migration = 0 } = rows[0] ?? {};
  return { version, bytes: Number(bytes), migration };
}

/** `oldestDue`: since when the first of them could have been done; null: none waits. */
export interface Queue {
  readonly waiting: number;
  readonly oldestDue: Date | null;
}

export interface Queues {
  readonly pushes: Queue;
  readonly webhooks: Queue;
  /** Turned off by the server. */
  readonly webhooksOff: number;
  readonly views: Queue;
  readonly openCalls: number;
}

const queueOf = (rows: readonly { waiting: number; oldestDue: Date | string | null }[]): Queue => {
  const { waiting = 0, oldestDue = null } = rows[0] ?? {};
  return { waiting, oldestDue: oldestDue === null ? null : new Date(oldestDue) };
};

export async function readQueues(db: Queries): Promise<Queues> {
  const waiting = sql<number>`count(*)::int`;
  const oldest = (column: typeof pushQueue.dueAt | typeof webhookDeliveries.dueAt | typeof views.queuedAt) =>
    sql<string | null>`min(${column})`;
  const pushes = await db.select({ waiting, oldestDue: oldest(pushQueue.dueAt) }).from(pushQueue);
  const deliveries = await db
    .select({ waiting, oldestDue: oldest(webhookDeliveries.dueAt) })
    .from(webhookDeliveries)
    .where(isNotNull(webhookDeliveries.dueAt));
  const queued = await db
    .select({ waiting, oldestDue: oldest(views.queuedAt) })
    .from(views)
    .where(isNotNull(views.queuedAt));
  return {
    pushes: queueOf(pushes),
    webhooks: queueOf(deliveries),
    webhooksOff: await db.$count(webhooks, sql`${webhooks.disabledAt} is not null and ${webhooks.failures} > 0`),
    views: queueOf(queued),
    openCalls: await db.$count(calls, isNull(calls.closedAt)),
  };
}

export async function findLastBackup(db: Queries): Promise<Date | null> {
  const [fact] = await db.select().from(serverFacts).where(eq(serverFacts.name, LAST_BACKUP));
  return fact ? new Date(fact.value) : null;
}
