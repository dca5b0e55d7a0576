/** All SQL of webhooks. */
import type { WebhookEvent } from '@earth/contracts';
import { and, asc, desc, eq, isNotNull, isNull, lt, lte, min, sql } from 'drizzle-orm';
import type { Queries } from '../../../db/database';
import { companies, contacts, webhookDeliveries, webhooks } from '../../../db/schema';

export type WebhookRow = typeof webhooks.$inferSelect;
export type DeliveryRow = typeof webhookDeliveries.$inferSelect;

interface Place {
  readonly id: string;
  readonly companyId: string;
}

const isOne = ({ id, companyId }: Place) => and(eq(webhooks.id, id), eq(webhooks.companyId, companyId));

export async function listOf(db: Queries, companyId: string): Promise<WebhookRow[]> {
  return await db
    .select()
    .from(webhooks)
    .where(eq(webhooks.companyId, companyId))
    .orderBy(asc(webhooks.createdAt), asc(webhooks.id));
}

export async function find(db: Queries, place: Place): Promise<WebhookRow | undefined> {
  const [row] = await db.select().from(webhooks).where(isOne(place));
  return row;
}

/** Locks the company, so that two who add webhooks at once cannot exceed the limit. @returns how many it has */
export async function lockCount(db: Queries, companyId: string): Promise<number> {
  await db.select({ id: companies.id }).from(companies).where(eq(companies.id, companyId)).for('no key update');
  return await db.$count(webhooks, eq(webhooks.companyId, companyId));
}

export async function insert(db: Queries, row: typeof webhooks.$inferInsert): Promise<void> {
  await db.insert(webhooks).values(row);
}

export async function change(
  db: Queries,
  place: Place,
  changed: Partial<typeof webhooks.$inferInsert>,
): Promise<WebhookRow | undefined> {
  const [row] = await db.update(webhooks).set(changed).where(isOne(place)).returning();
  return row;
}

export async function remove(db: Queries, place: Place): Promise<boolean> {
  return (await db.delete(webhooks).where(isOne(place)).returning({ id: webhooks.id })).length > 0;
}

/** The newest deliveries of a webhook. */
export async function listDeliveries(db: Queries, webhookId: string, limit: number): Promise<DeliveryRow[]> {
  return await db
    .select()
    .from(webhookDeliveries)
    .where(eq(webhookDeliveries.webhookId, webhookId))
    .orderBy(desc(webhookDeliveries.createdAt), desc(webhookDeliveries.id))
    .limit(limit);
}

/** The webhooks of companies that want an event and are on. */
export async function findWanting(db: Queries, companyIds: readonly string[], event: WebhookEvent) {
  const { id, companyId } = webhooks;
  const isTheirs = sql`${companyId} = any(${sql.param(companyIds)}::uuid[])`;
  const wants = sql`${webhooks.events} ? ${event}`;
  return await db
    .select({ id, companyId })
    .from(webhooks)
    .where(and(isTheirs, isNull(webhooks.disabledAt), wants))
    .prepare('webhooks that want')
    .execute();
}

export async function queue(db: Queries, rows: readonly (typeof webhookDeliveries.$inferInsert)[]): Promise<void> {
  if (rows.length > 0) await db.insert(webhookDeliveries).values([...rows]);
}

/** Deliveries of an event to one webhook since a moment. */
export const countSince = async (db: Queries, webhookId: string, event: 'test', since: Date): Promise<number> =>
  await db.$count(
    webhookDeliveries,
    and(
      eq(webhookDeliveries.webhookId, webhookId),
      eq(webhookDeliveries.event, event),
      sql`${webhookDeliveries.createdAt} > ${since.toISOString()}::timestamptz`,
    ),
  );

export interface Due {
  readonly id: string;
  readonly body: string;
  /** Including this attempt. */
  readonly tries: number;
  readonly webhook: Pick<WebhookRow, 'id' | 'url' | 'sealedSecret' | 'formerSecret' | 'formerUntil'>;
}

/** Claims due deliveries until `until`. Those that a dead server had claimed are due again. */
export async function claimDue(db: Queries, now: Date, until: Date, limit: number): Promise<Due[]> {
  const { id, dueAt, tries, body, webhookId } = webhookDeliveries;
  const due = db
    .select({ id })
    .from(webhookDeliveries)
    .where(lte(dueAt, now))
    .orderBy(dueAt, id)
    .limit(limit)
    .for('update', { skipLocked: true });
  return await db
    .update(webhookDeliveries)
    .set({ dueAt: until, tries: sql`${tries} + 1` })
    .from(webhooks)
    .where(and(eq(webhooks.id, webhookId), sql`${id} in (${due})`))
    .returning({
      id,
      body,
      tries,
      webhook: {
        id: webhooks.id,
        url: webhooks.url,
        sealedSecret: webhooks.sealedSecret,
        formerSecret: webhooks.formerSecret,
        formerUntil: webhooks.formerUntil,
      },
    });
}

export async function findNextDue(db: Queries): Promise<Date | null> {
  const [next] = await db.select({ at: min(webhookDeliveries.dueAt) }).from(webhookDeliveries);
  return next?.at ?? null;
}

/** @param dueAt when it is tried again; null: it is done */
export async function saveAttempt(
  db: Queries,
  id: string,
  { isDelivered, status, dueAt, at }: { isDelivered: boolean; status: number | null; dueAt: Date | null; at: Date },
): Promise<void> {
  const doneAt = dueAt === null ? at : null;
  await db
    .update(webhookDeliveries)
    .set({ isDelivered, status, dueAt, doneAt })
    .where(and(eq(webhookDeliveries.id, id), isNotNull(webhookDeliveries.dueAt)));
}

export async function resetFailures(db: Queries, id: string): Promise<void> {
  await db.update(webhooks).set({ failures: 0 }).where(eq(webhooks.id, id));
}

/** @returns how many attempts have failed in a row */
export async function countFailure(db: Queries, id: string): Promise<number> {
  const [row] = await db
    .update(webhooks)
    .set({ failures: sql`${webhooks.failures} + 1` })
    .where(eq(webhooks.id, id))
    .returning({ failures: webhooks.failures });
  return row?.failures ?? 0;
}

/** Turns a webhook off and gives up what waits for it. @returns it, if it was on */
export async function disable(db: Queries, id: string, now: Date): Promise<WebhookRow | undefined> {
  const [row] = await db
    .update(webhooks)
    .set({ disabledAt: now })
    .where(and(eq(webhooks.id, id), isNull(webhooks.disabledAt)))
    .returning();
  await giveUpWaiting(db, id, now);
  return row;
}

async function giveUpWaiting(db: Queries, webhookId: string, now: Date): Promise<void> {
  await db
    .update(webhookDeliveries)
    .set({ dueAt: null, doneAt: now })
    .where(and(eq(webhookDeliveries.webhookId, webhookId), isNotNull(webhookDeliveries.dueAt)));
}

/** The e-mail addresses of a company's admins. */
export async function findAdmins(db: Queries, companyId: string): Promise<string[]> {
  const isAdmin = and(eq(contacts.companyId, companyId), eq(contacts.role, 'ADMIN'), isNull(contacts.disabledAt));
  return (await db.select({ email: contacts.email }).from(contacts).where(isAdmin)).map(({ email }) => email);
}

export async function deleteBefore(db: Queries, moment: Date): Promise<void> {
  await db
    .delete(webhookDeliveries)
    .where(and(lt(webhookDeliveries.createdAt, moment), isNull(webhookDeliveries.dueAt)));
}
