/** All SQL of the history of contents and of the log of changes. */
import {
  type ChangeAction,
  changeActions,
  contentDetailNames,
  type Language,
  type LoggedChange,
} from '@earth/contracts';
import { and, desc, eq, inArray, lt, sql } from 'drizzle-orm';
import type { Queries } from '../../../../db/database';
import { tokenLabel } from '../../../../http/api-tokens';
import { changes, contentDetails, contentHistory, contacts, contents, contentTexts } from '../../../../db/schema';

/** For how long the log of changes is kept. */
export const LOG_DAYS = 365;

export interface Snapshot {
  readonly texts: Readonly<Partial<Record<Language, { readonly title: string; readonly descr: string }>>>;
  readonly details: Readonly<Record<string, string | number | null>>;
  readonly row: Readonly<Record<string, string | number | null>>;
  readonly related: readonly number[];
  readonly files: Readonly<Record<string, readonly string[]>>;
}

const detailColumns = sql.join(
  [...contentDetailNames, 'price' as const].map((name) => sql`${name}::text, ${contentDetails[name]}`),
  sql`, `,
);

const snapshotOf = (id: number) => sql`jsonb_build_object(
  'texts', (select coalesce(jsonb_object_agg(locale, jsonb_build_object('title', title, 'descr', descr)), '{}')
    from content_texts where content_id = ${id}),
  'details', (select jsonb_build_object(${detailColumns}) from content_details where content_id = ${id}),
  'row', (select jsonb_build_object('date', date, 'lat', lat, 'long', long, 'ctnType', ctn_type, 'ctnView', ctn_view,
    'catId', category_id, 'brandId', brand_id, 'skinId', skin_id, 'visibility', visibility) from contents where id = ${id}),
  'related', (select coalesce(jsonb_agg(related_id order by position), '[]') from content_relations where content_id = ${id}),
  'files', (select coalesce(jsonb_object_agg(kind, ids), '{}') from (
    select kind, jsonb_agg(coalesce(url, id::text) order by position, id) as ids from content_files
    where content_id = ${id} and kind in ('image', 'gallery', 'video', 'attchm', 'audio', 'model') group by kind) as kinds))`;

/** A contact, or an API token, whose name then stands for it. */
export interface Author {
  readonly contactId: string | null;
  readonly companyId: string;
  readonly tokenName?: string;
}

const contactOf = ({ contactId }: Author) => sql`${contactId}::uuid`;
/** As the history, the table of contents and the menu say it. */
export const tokenOf = ({ tokenName }: Author) => (tokenName === undefined ? null : tokenLabel(tokenName));
const nameOf = (by: Author) =>
  sql<string>`coalesce(${tokenOf(by)}::text, (select name from contacts where id = ${contactOf(by)}))`;

interface Done {
  readonly by: Author;
  readonly at: Date;
  readonly action: ChangeAction;
}

const titleOf = sql`coalesce((select title from content_texts where content_id = contents.id order by locale limit 1), '')`;

/** A line of the log for each of the contents. Call it before they are deleted for ever. */
export async function logContents(db: Queries, { by, at, action }: Done, ids: readonly number[]): Promise<void> {
  await db.execute(sql`insert into changes (company_id, contact_id, contact_name, at, action, content_id, title)
    select company_id, ${contactOf(by)}, ${nameOf(by)}, ${at.toISOString()}::timestamptz, ${action}, id, ${titleOf}
    from contents where id = any(${sql.param(ids)}::integer[])`);
  await db.execute(sql`update contents set changed_at = ${at.toISOString()}::timestamptz, changed_by_id = ${contactOf(by)},
      changed_by_token = ${tokenOf(by)}
    where id = any(${sql.param(ids)}::integer[])`);
}

export async function logMenu(db: Queries, { by, at, action }: Done): Promise<void> {
  const { companyId, contactId } = by;
  await db.insert(changes).values({ companyId, contactId, contactName: nameOf(by), at, action, title: '' });
}

/** Most versions that are kept of a content. */
const VERSIONS_MAX = 200;

/** Keeps what a content is now as its newest version. */
export async function keepVersion(db: Queries, by: Author, at: Date, id: number): Promise<void> {
  await db.execute(sql`insert into content_history (content_id, contact_id, token_name, at, snapshot)
    values (${id}, ${contactOf(by)}, ${tokenOf(by)}, ${at.toISOString()}::timestamptz, ${snapshotOf(id)})`);
  // A program that writes every hour would fill the disk.
  await db.execute(sql`delete from content_history where content_id = ${id} and id <= (
    select id from content_history where content_id = ${id} order by id desc offset ${VERSIONS_MAX} limit 1)`);
}

/** A content from before its history, as it was: its first version. */
export async function keepFirstVersion(db: Queries, id: number): Promise<void> {
  await db.execute(sql`insert into content_history (content_id, contact_id, token_name, at, snapshot)
    select id, changed_by_id, changed_by_token, changed_at, ${snapshotOf(id)} from contents
    where id = ${id} and not exists (select from content_history where content_id = ${id})`);
}

export async function findVersions(db: Queries, contentId: number) {
  return await db
    .select({
      id: contentHistory.id,
      at: contentHistory.at,
      by: sql<string | null>`coalesce(${contentHistory.tokenName}, ${contacts.name})`,
      snapshot: sql<Snapshot>`${contentHistory.snapshot}`,
    })
    .from(contentHistory)
    .leftJoin(contacts, eq(contacts.id, contentHistory.contactId))
    .where(eq(contentHistory.contentId, contentId))
    .orderBy(desc(contentHistory.id));
}

export async function findVersion(db: Queries, contentId: number, id: number): Promise<Snapshot | null> {
  const [row] = await db
    .select({ snapshot: sql<Snapshot>`${contentHistory.snapshot}` })
    .from(contentHistory)
    .where(and(eq(contentHistory.contentId, contentId), eq(contentHistory.id, id)));
  return row?.snapshot ?? null;
}

/** @returns the number of the newest version of a content; null: it has none */
export async function findNewest(db: Queries, contentId: number): Promise<number | null> {
  const [row] = await db
    .select({ id: contentHistory.id })
    .from(contentHistory)
    .where(eq(contentHistory.contentId, contentId))
    .orderBy(desc(contentHistory.id))
    .limit(1);
  return row?.id ?? null;
}

/** Languages that a content has and a version has not. */
export async function languagesBeyond(db: Queries, id: number, { texts }: Snapshot): Promise<Language[]> {
  const rows = await db
    .select({ locale: contentTexts.locale })
    .from(contentTexts)
    .where(eq(contentTexts.contentId, id));
  return rows.map(({ locale }) => locale).filter((locale) => texts[locale] === undefined);
}

/** Writes the texts, details and related contents of a version; contents that are gone are left out. */
export async function writeSnapshot(
  db: Queries,
  id: number,
  { texts, details, row, related }: Snapshot,
): Promise<void> {
  const json = (value: unknown) => sql`${JSON.stringify(value)}::jsonb`;
  await db.execute(sql`insert into content_texts (content_id, locale, title, descr)
    select ${id}::integer, key, value ->> 'title', value ->> 'descr' from jsonb_each(${json(texts)})
    on conflict (content_id, locale) do update set title = excluded.title, descr = excluded.descr`);
  const known = new Set<string>([...contentDetailNames, 'price']);
  const stored = Object.fromEntries(Object.entries(details).filter(([name]) => known.has(name)));
  await db.update(contentDetails).set(stored).where(eq(contentDetails.contentId, id));
  await db.execute(sql`update contents set date = (${json(row)} ->> 'date')::timestamptz,
    lat = (${json(row)} ->> 'lat')::double precision, long = (${json(row)} ->> 'long')::double precision where id = ${id}`);
  await db.execute(sql`delete from content_relations where content_id = ${id}`);
  await db.execute(sql`insert into content_relations (content_id, related_id, position)
    select ${id}::integer, contents.id, place from unnest(${sql.param(related)}::integer[]) with ordinality as given (related, place)
    join contents on contents.id = related`);
}

export async function findChanges(
  db: Queries,
  companyId: string,
  { page, pageSize }: { page: number; pageSize: number },
) {
  // A newer version of the server may have written others.
  const isOwn = and(eq(changes.companyId, companyId), inArray(changes.action, [...changeActions]));
  const rows = await db
    .select()
    .from(changes)
    .where(isOwn)
    .orderBy(desc(changes.id))
    .limit(pageSize)
    .offset((page - 1) * pageSize);
  const items = rows.map(
    ({ id, at, contactName, action, contentId, title }): LoggedChange => ({
      id,
      at: at.toISOString(),
      by: contactName,
      action,
      contentId,
      title,
    }),
  );
  return { items, total: await db.$count(changes, isOwn) };
}

export async function forgetChanges(db: Queries, before: Date): Promise<void> {
  await db.delete(changes).where(lt(changes.at, before));
}

/** The content of a company, deleted or not. */
export const isOwnContent = async (db: Queries, companyId: string, id: number): Promise<boolean> =>
  (await db.$count(contents, and(eq(contents.id, id), eq(contents.companyId, companyId)))) > 0;
