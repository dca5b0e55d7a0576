/** All SQL of copying contents into a catalogue. */
import { ContentView } from '@earth/contracts';
import { sql } from 'drizzle-orm';
import type { Queries } from '../../../../db/database';
import { contents } from '../../../../db/schema';
import { isPicture } from './store';

/** A category with its ancestors, from the root to itself. */
export type Path = readonly number[];

/** Whether a content is listed in the category. */
const isIn = (path: Path) => {
  const column = [contents.c1, contents.c2, contents.c3][path.length - 1] ?? contents.c3;
  return sql`${column} is not distinct from ${path.at(-1)}::integer`;
};

interface Wanted {
  readonly companyId: string;
  readonly from: Path;
  readonly to: Path;
}

interface Source {
  readonly id: number;
  readonly isCopied: boolean;
  readonly hasPicture: boolean;
}

/** Contents of the entry that are not in the catalogue, by id. Parts of others are none of their own, and scenes are no products. */
export async function findSources(
  db: Queries,
  { companyId, from, to, after, limit }: Wanted & { readonly after: number; readonly limit: number },
): Promise<readonly Source[]> {
  const { rows } = await db.execute<{ id: number; isCopied: boolean; hasPicture: boolean }>(sql`
    select contents.id, exists (
        select from contents as copies where copies.copied_from_id = contents.id and copies.category_id = ${to.at(-1)}::integer
      ) as "isCopied", exists (
        select from content_files as files where files.content_id = contents.id and ${isPicture}) as "hasPicture"
    from contents
    where company_id = ${companyId}::uuid and ${isIn(from)} and not ${isIn(to)} and id > ${after}::integer
      and deleted_at is null and group_id is null and ctn_view <> ${ContentView.scene}::integer
    order by id limit ${limit}::integer`);
  return rows;
}

/** Whether the catalogue has a copy. One that was deleted counts while it can be brought back. */
export async function isCopied(db: Queries, id: number, to: Path): Promise<boolean> {
  const { rows } = await db.execute(
    sql`select 1 from contents where copied_from_id = ${id}::integer and category_id = ${to.at(-1)}::integer limit 1`,
  );
  return rows.length > 0;
}

/** Copies texts and details as a page in the catalogue, as live as the content is. @returns its id */
export async function copyContent(db: Queries, id: number, { to, now }: { to: Path; now: Date }): Promise<number> {
  const [c1 = null, c2 = null, c3 = null] = to;
  const { rows } = await db.execute<{ id: number }>(sql`
    insert into contents (company_id, visibility, customer_id, date, ctn_type, ctn_view, category_id, c1, c2, c3, brand_id, skin_id,
      lat, long, is_draft, live_from, live_until, is_shown, copied_from_id)
    select company_id, visibility, customer_id, ${now.toISOString()}::timestamptz, ctn_type, ${ContentView.info}::integer,
      ${to.at(-1)}::integer, ${c1}::integer, ${c2}::integer, ${c3}::integer, brand_id, skin_id,
      lat, long, is_draft, live_from, live_until, false, id
    from contents where id = ${id}::integer
    returning id`);
  const copy = rows[0]?.id;
  if (copy === undefined) throw new Error('A content was not copied');
  await db.execute(sql`insert into content_texts (content_id, locale, title, descr)
    select ${copy}::integer, locale, title, descr from content_texts where content_id = ${id}::integer`);
  await db.execute(sql`insert into content_details
    select (jsonb_populate_record(content_details, jsonb_build_object('content_id', ${copy}::integer))).*
    from content_details where content_id = ${id}::integer`);
  return copy;
}
