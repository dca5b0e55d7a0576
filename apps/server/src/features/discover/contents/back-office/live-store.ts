/** All SQL of what is live. `isShown` follows from the state and the moments of a content, and from those of the whole that it is a part of. */
import { and, eq, gte, inArray, isNotNull, isNull, lte, or, type SQL, sql } from 'drizzle-orm';
import type { Queries } from '../../../../db/database';
import { contents } from '../../../../db/schema';

/** For how long a deleted content can be brought back. */
export const DELETED_DAYS = 30;

const liveAs = (name: 'part' | 'whole', now: Date): SQL => {
  const of = (column: string) => sql`${sql.identifier(name)}.${sql.identifier(column)}`;
  const at = sql`${now.toISOString()}::timestamptz`;
  return sql`not ${of('is_draft')} and ${of('deleted_at')} is null
    and (${of('live_from')} is null or ${of('live_from')} <= ${at}) and (${of('live_until')} is null or ${of('live_until')} > ${at})`;
};

/** Updates `isShown` of the contents and of their parts; `scope`: SQL that gives their ids. Nothing is written if nothing changes. */
async function showWhere(db: Queries, now: Date, scope: SQL): Promise<void> {
  const { rows } = await db.execute<{ id: number; isLive: boolean }>(sql`
    select part.id, ${liveAs('part', now)} and (whole.id is null or (${liveAs('whole', now)})) as "isLive"
    from contents as part left join contents as whole on whole.id = part.group_id
    where (part.id in (${scope}) or part.group_id in (${scope}))
      and part.is_shown <> (${liveAs('part', now)} and (whole.id is null or (${liveAs('whole', now)})))`);
  for (const isShown of [true, false]) {
    const ids = rows.filter(({ isLive }) => isLive === isShown).map(({ id }) => id);
    if (ids.length > 0) await db.update(contents).set({ isShown }).where(inArray(contents.id, ids));
  }
}

/** After a change of these contents. */
export const showContents = (db: Queries, now: Date, ids: readonly number[]) =>
  showWhere(db, now, sql`select unnest(${sql.param(ids)}::integer[])`);

/** When a moment has passed. */
export const showDue = (db: Queries, now: Date) =>
  showWhere(db, now, sql`select id from contents where live_from is not null or live_until is not null`);

/** The next moment at which a content goes live, ends, or can no longer be brought back. */
export async function findNextMoment(db: Queries, now: Date): Promise<Date | null> {
  const at = sql`${now.toISOString()}::timestamptz`;
  const { rows } = await db.execute<{ next: string | null }>(sql`
    select min(moment)::text as next from contents, lateral (values
      (live_from), (live_until), (deleted_at + make_interval(days => ${DELETED_DAYS}))) as moments (moment)
    where (live_from is not null or live_until is not null or deleted_at is not null) and moment > ${at}`);
  const next = rows[0]?.next;
  return next ? new Date(next) : null;
}

/** Contents that were deleted before. */
export async function findDeletedBefore(db: Queries, before: Date): Promise<number[]> {
  const { rows } = await db.execute<{ id: number }>(
    sql`select id from contents where deleted_at <= ${before.toISOString()}::timestamptz order by id limit 100`,
  );
  return rows.map(({ id }) => id);
}

/** Locks a content that was deleted before; somebody may have brought it back meanwhile. @returns whether it still is */
export async function lockDeletedBefore(db: Queries, id: number, before: Date): Promise<boolean> {
  const isOver = and(eq(contents.id, id), lte(contents.deletedAt, before));
  const rows = await db.select({ id: contents.id }).from(contents).where(isOver).for('update');
  return rows.length > 0;
}

/** What is undefined stays as it is; at least one is not. */
export interface Publishing {
  readonly isDraft: boolean | undefined;
  readonly liveFrom: Date | null | undefined;
  readonly liveUntil: Date | null | undefined;
}

/** Locks contents of a company that are there, or that are deleted. @returns their ids */
export async function lockOwn(
  db: Queries,
  companyId: string,
  ids: readonly number[],
  isDeleted = false,
): Promise<number[]> {
  const rows = await db
    .select({ id: contents.id })
    .from(contents)
    .where(
      and(
        inArray(contents.id, [...ids]),
        eq(contents.companyId, companyId),
        isDeleted ? isNotNull(contents.deletedAt) : isNull(contents.deletedAt),
      ),
    )
    .orderBy(contents.id)
    .for('no key update');
  return rows.map(({ id }) => id);
}

export async function savePublishing(db: Queries, ids: readonly number[], publishing: Publishing): Promise<void> {
  await db
    .update(contents)
    .set(publishing)
    .where(inArray(contents.id, [...ids]));
}

/** Whether one of them ends before it begins. */
export async function endsTooEarly(db: Queries, ids: readonly number[]): Promise<boolean> {
  const rows = await db
    .select({ id: contents.id })
    .from(contents)
    .where(and(inArray(contents.id, [...ids]), gte(contents.liveFrom, contents.liveUntil)))
    .limit(1);
  return rows.length > 0;
}

/** Deletes contents with their parts, which can be brought back. */
export async function saveDeleted(db: Queries, ids: readonly number[], deletedAt: Date): Promise<void> {
  const isTheirs = or(inArray(contents.id, [...ids]), inArray(contents.groupId, [...ids]));
  await db
    .update(contents)
    .set({ deletedAt })
    .where(and(isTheirs, isNull(contents.deletedAt)));
}

/** Brings contents back, with the parts that were deleted together with them. */
export async function saveBroughtBack(db: Queries, ids: readonly number[]): Promise<void> {
  await db.execute(sql`update contents as part set deleted_at = null from contents as whole
    where whole.id = any(${sql.param(ids)}::integer[]) and part.group_id = whole.id and part.deleted_at = whole.deleted_at`);
  await db
    .update(contents)
    .set({ deletedAt: null })
    .where(inArray(contents.id, [...ids]));
}

/** Copies a content as a draft: texts, details and related contents; no files, and of a model no views. */
export async function duplicate(
  db: Queries,
  id: number,
  now: Date,
): Promise<{ readonly id: number; readonly ctnView: number }> {
  const { rows } = await db.execute<{ id: number; ctnView: number }>(sql`
    insert into contents (company_id, visibility, customer_id, date, ctn_type, ctn_view, category_id, c1, c2, c3, brand_id, skin_id,
      group_id, lat, long, is_draft, is_shown)
    select company_id, visibility, customer_id, ${now.toISOString()}::timestamptz, ctn_type, ctn_view, category_id, c1, c2, c3, brand_id,
      skin_id, group_id, lat, long, true, false from contents where id = ${id}
    returning id, ctn_view as "ctnView"`);
  const [made] = rows;
  if (!made) throw new Error('A content was not copied');
  const copy = made.id;
  await db.execute(sql`insert into content_texts (content_id, locale, title, descr)
    select ${copy}::integer, locale, left(title, 190) || case locale when 'it' then ' (copia)' else ' (copy)' end, descr
    from content_texts where content_id = ${id}`);
  await db.execute(sql`insert into content_details
    select (jsonb_populate_record(content_details, jsonb_build_object('content_id', ${copy}::integer))).*
    from content_details where content_id = ${id}`);
  await db.execute(sql`insert into content_relations (content_id, related_id, position)
    select ${copy}::integer, related_id, position from content_relations where content_id = ${id}`);
  return made;
}
