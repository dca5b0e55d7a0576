/** All SQL of the table of contents. */
import type { ContentTableQuery, Language, PublishState, Visibility } from '@earth/contracts';
import { and, type SQL, sql } from 'drizzle-orm';
import type pg from 'pg';
import { contents } from '../../../../db/schema';
import type { FileRow } from '../store';
import { patternOf, runQuery } from '../store';

const at = (now: Date) => sql`${now.toISOString()}::timestamptz`;

/** A part is live if its whole is: of one whose whole is not live, `is_shown` says so. */
const isPartOfDraft = sql`(group_id is not null and not is_shown)`;

/** In the order in which a sort by state shows them. */
const stateOf = (now: Date) => sql`case
  when deleted_at is not null then 'deleted' when is_draft then 'draft'
  when live_until <= ${at(now)} then 'ended' when live_from > ${at(now)} then 'planned'
  when ${isPartOfDraft} then 'draft' else 'live' end`;

const inState = (state: PublishState, now: Date): SQL =>
  state === 'live'
    ? sql`deleted_at is null and not is_draft and (live_from is null or live_from <= ${at(now)})
        and (live_until is null or live_until > ${at(now)}) and not ${isPartOfDraft}`
    : state === 'draft'
      ? sql`deleted_at is null and (is_draft or ${isPartOfDraft} and (live_from is null or live_from <= ${at(now)})
        and (live_until is null or live_until > ${at(now)}))`
      : state === 'planned'
        ? sql`deleted_at is null and not is_draft and live_from > ${at(now)} and (live_until is null or live_until > ${at(now)})`
        : state === 'ended'
          ? sql`deleted_at is null and not is_draft and live_until <= ${at(now)}`
          : sql`deleted_at is not null`;

const hasTexts = (locale: Language) => (locale === 'en' ? contents.hasEn : contents.hasIt);

function conditionsOf(companyId: string, filters: ContentTableQuery, now: Date): SQL | undefined {
  const { query, v, state, category, missing } = filters;
  return and(
    sql`company_id = ${companyId}::uuid`,
    state === undefined ? sql`deleted_at is null` : inState(state, now),
    query ? sql`(search_en like ${patternOf(query)} or search_it like ${patternOf(query)})` : undefined,
    v && sql`ctn_view = any(${sql.param(v)})`,
    category === undefined ? undefined : sql`${category} in (c1, c2, c3)`,
    missing && sql`not ${hasTexts(missing)}`,
  );
}

function orderOf({ l, sort, order }: ContentTableQuery, now: Date): SQL {
  const way = sql.raw(order);
  if (sort === 'title') return sql`${l === 'en' ? contents.searchEn : contents.searchIt} ${way}, id ${way}`;
  if (sort === 'state') return sql`${stateOf(now)} ${way}, changed_at desc, id`;
  return order === 'desc' ? sql`changed_at desc, id` : sql`changed_at, id desc`;
}

export interface TableRow {
  readonly id: number;
  readonly title: string;
  readonly ctnView: number;
  readonly category: string | null;
  readonly visibility: Visibility;
  readonly isShown: boolean;
  readonly state: PublishState;
  readonly liveFrom: Date | null;
  readonly liveUntil: Date | null;
  readonly hasEn: boolean;
  readonly hasIt: boolean;
  readonly changedBy: string | null;
  readonly changedAt: Date;
  readonly image: (Pick<FileRow, 'id' | 'url' | 'ending' | 'width'> & { readonly kind: 'image' }) | null;
}

export async function findTable(
  pool: pg.Pool,
  companyId: string,
  filters: ContentTableQuery,
  now: Date,
): Promise<TableRow[]> {
  const { l, page, pageSize } = filters;
  return await runQuery<TableRow>(
    pool,
    sql`with found as materialized (
        select id, row_number() over () as place from (
          select id from contents where ${conditionsOf(companyId, filters, now)}
          order by ${orderOf(filters, now)} limit ${pageSize} offset ${(page - 1) * pageSize}) as ordered)
      select contents.id, coalesce(texts.title, '') as title, ctn_view as "ctnView", visibility, is_shown as "isShown",
        ${stateOf(now)} as state, live_from as "liveFrom", live_until as "liveUntil", has_en as "hasEn", has_it as "hasIt",
        (select title from category_texts where category_id = contents.category_id order by locale = ${l} desc limit 1) as category,
        coalesce(changed_by_token, (select name from contacts where contacts.id = changed_by_id)) as "changedBy", changed_at as "changedAt",
        (select json_build_object('id', id, 'kind', kind, 'url', url, 'ending', ending, 'width', width) from content_files
          where content_id = contents.id and kind = 'image' limit 1) as image
      from found join contents on contents.id = found.id
      left join lateral (
        select title from content_texts where content_id = contents.id order by locale = ${l} desc limit 1
      ) as texts on true
      order by found.place`,
    false,
  );
}

/** How many match. */
export async function countFound(
  pool: pg.Pool,
  companyId: string,
  filters: ContentTableQuery,
  now: Date,
): Promise<number> {
  const matching = conditionsOf(companyId, filters, now);
  const [row] = await runQuery<{ total: number }>(
    pool,
    sql`select count(*)::int as total from contents where ${matching}`,
    false,
  );
  return row?.total ?? 0;
}

export interface MissingTexts {
  readonly en: number;
  readonly it: number;
}

/** How many contents of the company have no texts in a language. */
export async function countMissing(pool: pg.Pool, companyId: string): Promise<MissingTexts> {
  const [row] = await runQuery<MissingTexts>(
    pool,
    sql`select count(*) filter (where not has_en)::int as en, count(*) filter (where not has_it)::int as it
      from contents where company_id = ${companyId}::uuid and deleted_at is null and not (has_en and has_it)`,
    false,
  );
  return row ?? { en: 0, it: 0 };
}
