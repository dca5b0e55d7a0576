/** All SQL of notices. */
import type { Language } from '@earth/contracts';
import { and, asc, desc, eq, gt, isNotNull, isNull, lt, lte, min, ne, sql } from 'drizzle-orm';
import type { Address } from '../../../adapters/push/push-adapter';
import type { Queries } from '../../../db/database';
import { companies, contents, noticeDeliveries, notices, noticeSubscriptions } from '../../../db/schema';

export type NoticeRow = typeof notices.$inferSelect;
type Texts = Pick<NoticeRow, 'titleEn' | 'textEn' | 'titleIt' | 'textIt'>;

export interface Place {
  readonly id: string;
  readonly companyId: string;
}

export const wordsIn = (texts: Texts, language: Language) =>
  language === 'it' ? { title: texts.titleIt, text: texts.textIt } : { title: texts.titleEn, text: texts.textEn };

const isOf = (companyId: string) => and(eq(notices.companyId, companyId), isNull(notices.deletedAt));
// Named in full: the query builder leaves the table out of a query without joins.
/** The number of the content that a notice opens, if every visitor may see it now. */
const shownContentId = sql<number | null>`(
  select contents.id from contents
  where contents.id = notices.content_id and contents.is_shown and contents.visibility = 'public')`;
const isPending = sql<boolean>`exists (select 1 from notice_deliveries where notice_deliveries.notice_id = notices.id)`;
const contentTitle = sql<string | null>`(
  select content_texts.title from content_texts where content_texts.content_id = notices.content_id
  order by content_texts.locale limit 1)`;

export interface Listed extends NoticeRow {
  readonly isPending: boolean;
  readonly content: { readonly id: number; readonly title: string } | null;
}

interface Asked {
  readonly id?: string;
  readonly limit: number;
}

/** Those that were changed last, first. */
export async function list(db: Queries, companyId: string, { id, limit }: Asked): Promise<Listed[]> {
  const rows = await db
    .select({ notice: notices, isPending, contentTitle })
    .from(notices)
    .where(and(isOf(companyId), id === undefined ? undefined : eq(notices.id, id)))
    .orderBy(desc(sql`coalesce(${notices.sentAt}, ${notices.sendAt}, ${notices.changedAt})`), desc(notices.id))
    .limit(limit);
  return rows.map(({ notice, contentTitle: title, ...rest }) => ({
    ...notice,
    ...rest,
    content: notice.contentId === null ? null : { id: notice.contentId, title: title ?? '' },
  }));
}

/** What visitors see, newest first. */
export async function findShown(db: Queries, since: Date, limit: number) {
  const { id, titleEn, textEn, titleIt, textIt, sentAt } = notices;
  const rows = await db
    .select({ id, titleEn, textEn, titleIt, textIt, sentAt, shownContentId, companyName: companies.name })
    .from(notices)
    .innerJoin(companies, eq(companies.id, notices.companyId))
    .where(and(gt(sentAt, since), isNull(notices.deletedAt)))
    .orderBy(desc(sentAt), desc(id))
    .limit(limit);
  return rows.map((row) => ({ ...row, sentAt: row.sentAt ?? since }));
}

export const hasContent = async (db: Queries, companyId: string, contentId: number): Promise<boolean> =>
  (await db.$count(
    contents,
    and(eq(contents.id, contentId), eq(contents.companyId, companyId), isNull(contents.deletedAt)),
  )) > 0;

export async function lockCompany(db: Queries, companyId: string): Promise<void> {
  await db.select({ id: companies.id }).from(companies).where(eq(companies.id, companyId)).for('no key update');
}

export const countUnsent = async (db: Queries, companyId: string): Promise<number> =>
  await db.$count(notices, and(isOf(companyId), isNull(notices.sentAt)));

/** Other notices of the company that are sent on a day in Italy; deleted ones too. */
export async function countOnDay(db: Queries, { id, companyId }: Place, day: string): Promise<number> {
  const moment = sql`coalesce(${notices.sentAt}, ${notices.sendAt})`;
  const isOnDay = sql`(${moment} at time zone 'Europe/Rome')::date = ${day}::date`;
  return await db.$count(notices, and(eq(notices.companyId, companyId), ne(notices.id, id), isOnDay));
}

export async function lock(db: Queries, { id, companyId }: Place): Promise<NoticeRow | undefined> {
  const [row] = await db
    .select()
    .from(notices)
    .where(and(isOf(companyId), eq(notices.id, id)))
    .for('update');
  return row;
}

export async function insert(db: Queries, row: typeof notices.$inferInsert): Promise<void> {
  await db.insert(notices).values(row);
}

export async function change(db: Queries, id: string, changed: Partial<typeof notices.$inferInsert>): Promise<void> {
  await db.update(notices).set(changed).where(eq(notices.id, id));
}

export async function remove(db: Queries, id: string): Promise<void> {
  await db.delete(notices).where(eq(notices.id, id));
}

/** Of a notice that was sent: visitors see it no more, and what waits is given up. */
export async function hide(db: Queries, id: string, now: Date): Promise<void> {
  await db.delete(noticeDeliveries).where(eq(noticeDeliveries.noticeId, id));
  await change(db, id, { deletedAt: now });
}

export async function deleteHidden(db: Queries, before: Date): Promise<void> {
  await db.delete(notices).where(and(isNotNull(notices.deletedAt), lt(notices.deletedAt, before)));
}

export const countSubscriptions = async (db: Queries): Promise<number> => await db.$count(noticeSubscriptions);

export async function saveSubscription(db: Queries, row: typeof noticeSubscriptions.$inferInsert): Promise<void> {
  const { p256dh, auth, locale } = row;
  await db
    .insert(noticeSubscriptions)
    .values(row)
    .onConflictDoUpdate({ target: noticeSubscriptions.address, set: { p256dh, auth, locale } });
}

/** Who knows the secret of the browser too is the browser. */
export async function deleteSubscription(db: Queries, { address, auth }: Address): Promise<void> {
  const isBrowser = and(eq(noticeSubscriptions.address, address), eq(noticeSubscriptions.auth, auth ?? ''));
  await db.delete(noticeSubscriptions).where(isBrowser);
}

export async function deleteSubscriptionById(db: Queries, id: string): Promise<void> {
  await db.delete(noticeSubscriptions).where(eq(noticeSubscriptions.id, id));
}

/** Begins to send a notice whose moment has come: a push for each browser that asked. @returns whether there was one */
export async function begin(db: Queries, now: Date): Promise<boolean> {
  const [notice] = await db
    .select({ id: notices.id })
    .from(notices)
    .where(and(isNull(notices.sentAt), isNull(notices.deletedAt), lte(notices.sendAt, now)))
    .orderBy(asc(notices.sendAt))
    .limit(1)
    .for('update', { skipLocked: true });
  if (!notice) return false;
  const { rowCount } = await db.execute(sql`
    insert into notice_deliveries (notice_id, subscription_id, due_at)
    select ${notice.id}::uuid, id, ${now.toISOString()}::timestamptz from notice_subscriptions
    for key share skip locked`);
  await change(db, notice.id, { sentAt: now, wanted: rowCount ?? 0 });
  return true;
}

export interface Due {
  readonly subscriptionId: string;
  readonly to: Address;
  /** Earlier attempts. */
  readonly tries: number;
  readonly notice: {
    readonly id: string;
    readonly title: string;
    readonly text: string;
    readonly contentId: number | null;
    readonly sentAt: Date;
  };
}

/** Claims pushes that are due: until then nobody else sends them. */
export async function claimDue(db: Queries, now: Date, until: Date, limit: number): Promise<Due[]> {
  const due = db
    .select({ noticeId: noticeDeliveries.noticeId, subscriptionId: noticeDeliveries.subscriptionId })
    .from(noticeDeliveries)
    .where(lte(noticeDeliveries.dueAt, now))
    .orderBy(asc(noticeDeliveries.dueAt))
    .limit(limit)
    .for('update', { skipLocked: true });
  const claimed = db.$with('claimed').as(
    db
      .update(noticeDeliveries)
      .set({ dueAt: until })
      .where(sql`(${noticeDeliveries.noticeId}, ${noticeDeliveries.subscriptionId}) in (${due})`)
      .returning({
        noticeId: noticeDeliveries.noticeId,
        subscriptionId: noticeDeliveries.subscriptionId,
        tries: noticeDeliveries.tries,
      }),
  );
  const rows = await db
    .with(claimed)
    .select({
      subscriptionId: claimed.subscriptionId,
      tries: claimed.tries,
      subscription: noticeSubscriptions,
      notice: notices,
      shownContentId,
    })
    .from(claimed)
    .innerJoin(noticeSubscriptions, eq(noticeSubscriptions.id, claimed.subscriptionId))
    .innerJoin(notices, eq(notices.id, claimed.noticeId));
  return rows.map(
    ({ subscription: { address, p256dh, auth, locale }, notice, shownContentId: contentId, ...rest }) => ({
      ...rest,
      to: { address, p256dh, auth },
      notice: { id: notice.id, ...wordsIn(notice, locale), contentId, sentAt: notice.sentAt ?? now },
    }),
  );
}

const isThe = ({ subscriptionId, notice }: Due) =>
  and(eq(noticeDeliveries.noticeId, notice.id), eq(noticeDeliveries.subscriptionId, subscriptionId));

/** @returns false if it was deleted meanwhile */
export const dequeue = async (db: Queries, due: Due): Promise<boolean> =>
  (await db.delete(noticeDeliveries).where(isThe(due)).returning({ id: noticeDeliveries.noticeId })).length > 0;

export async function postpone(db: Queries, due: Due, dueAt: Date): Promise<void> {
  await db
    .update(noticeDeliveries)
    .set({ dueAt, tries: due.tries + 1 })
    .where(isThe(due));
}

export async function lockForCount(db: Queries, id: string): Promise<void> {
  await db.select({ id: notices.id }).from(notices).where(eq(notices.id, id)).for('no key update');
}

export async function count(db: Queries, id: string, outcome: 'delivered' | 'failed'): Promise<void> {
  await change(db, id, { [outcome]: sql`${notices[outcome]} + 1` });
}

/** When something is to be done next. */
export async function findNextDue(db: Queries): Promise<Date | null> {
  const [delivery] = await db.select({ at: min(noticeDeliveries.dueAt) }).from(noticeDeliveries);
  const [notice] = await db
    .select({ at: min(notices.sendAt) })
    .from(notices)
    .where(and(isNull(notices.sentAt), isNull(notices.deletedAt)));
  const times = [delivery?.at, notice?.at].filter((at): at is Date => at !== null && at !== undefined);
  return times.toSorted((one, other) => one.getTime() - other.getTime())[0] ?? null;
}
