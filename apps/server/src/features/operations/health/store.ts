import type { ServerHealth } from '@earth/contracts';
import { and, asc, count, eq, gt, isNotNull, isNull, min, type SQL, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
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

/** `oldestDue`: since when the first of them could have been done, or will be; null: none waits. */
export interface Queue {
  readonly waiting: number;
  readonly oldestDue: Date | null;
}

export interface Work {
  readonly openCalls: number;
  /** Turned off by the server. */
  readonly webhooksOff: number;
  /** `leads`: null if they are only stored. */
  readonly queues: Readonly<Record<'push' | 'webhooks' | 'views', Queue>> & { readonly leads: Queue | null };
}

/** What is going on and what waits, on all servers of this database. */
export async function readQueues(db: Queries, options: { readonly areLeadsSent: boolean }): Promise<Work> {
  const [openCalls, webhooksOff, push, deliveries, unsent, queued] = await Promise.all([
    db.$count(calls, isNull(calls.closedAt)),
    db.$count(webhooks, sql`${webhooks.disabledAt} is not null and ${webhooks.failures} > 0`),
    queueOf(db, pushQueue.dueAt),
    queueOf(db, webhookDeliveries.dueAt),
    options.areLeadsSent ? queueOf(db, leads.dueAt, isNull(leads.sentAt)) : null,
    queueOf(db, views.queuedAt),
  ]);
  return { openCalls, webhooksOff, queues: { push, webhooks: deliveries, leads: unsent, views: queued } };
}

/** The rows with a time in this column. */
async function queueOf(db: Queries, due: PgColumn, which?: SQL): Promise<Queue> {
  const [row] = await db
    .select({ waiting: count(), oldestDue: min(due) })
    .from(due.table)
    .where(and(isNotNull(due), which));
  const oldest = row?.oldestDue ?? null;
  return { waiting: row?.waiting ?? 0, oldestDue: oldest === null ? null : new Date(oldest as Date | string) };
}

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

export async function findLastBackup(db: Queries): Promise<Date | null> {
  const [fact] = await db.select().from(serverFacts).where(eq(serverFacts.name, LAST_BACKUP));
  return fact ? new Date(fact.value) : null;
}
