/** All SQL that finds and reads contents. */
import { createHash } from 'node:crypto';
import {
  type ContentDetail,
  contentDetailNames,
  type ContentFilters,
  type Language,
  type NearFilters,
  type Visibility,
} from '@earth/contracts';
import { and, eq, ne, or, type SQL, sql } from 'drizzle-orm';
import { alias, PgDialect } from 'drizzle-orm/pg-core';
import type pg from 'pg';
import { companies, contentDetails, type contentFiles, contentRelations, contents } from '../../../db/schema';
import type { Viewer } from './policy';

export type Filters = Omit<ContentFilters, 'ac'> & {
  readonly nearFilters?: NearFilters | undefined;
  /** Those that can be visited: they have a row in `models`. */
  readonly isModel?: true;
  /** Those with a key point of this content. */
  readonly point?: number | undefined;
};

const EARTH_RADIUS_METRES = 6_371_008.8;
/**
 * Statements with more conditions are rare and not prepared. Searches are not prepared either: their best plan depends on how many
 * rows match.
 */
const CONDITIONS_PREPARED = 3;
const isCommon = (conditions: readonly SQL[], { query }: Filters) => !query && conditions.length <= CONDITIONS_PREPARED;
const dialect = new PgDialect();

/**
 * Bypasses the query builder: each connection prepares such a statement once, since there are few of them and they run all the
 * time.
 */
export async function runQuery<Row extends object>(pool: pg.Pool, query: SQL, isPrepared: boolean): Promise<Row[]> {
  const { sql: text, params: values } = dialect.sqlToQuery(query);
  const name = isPrepared ? `contents ${createHash('sha1').update(text).digest('base64url')}` : undefined;
  return (await pool.query<Row>({ text, values, ...(name && { name }) })).rows;
}

/** Contents under an alias, for queries about their related contents. */
export const named = alias(contents, 'named');

type Seen = typeof contents | typeof named;

/** The contents that a user may see: those that are live. */
export function seenBy(viewer: Viewer, of: Seen = contents): SQL | undefined {
  const isLive = eq(of.isShown, true);
  const isOwnDraft = viewer.draftsOf === undefined ? undefined : eq(of.companyId, viewer.draftsOf);
  return and(or(isLive, isOwnDraft), openTo(viewer, of));
}

function openTo({ companyId, access }: Viewer, of: Seen): SQL | undefined {
  const isPublic = eq(of.visibility, 'public');
  if (companyId === null) return access === 2 ? sql`false` : isPublic;
  // Contents that another company made for the user's company count as its own.
  const isTheirs = or(eq(of.companyId, companyId), eq(of.customerId, companyId));
  return access === 2 ? and(ne(of.visibility, 'public'), isTheirs) : or(isPublic, isTheirs);
}

type Column = (typeof contents)[keyof typeof contents & ('ctnView' | 'c1' | 'c2' | 'c3' | 'groupId' | 'companyId')];

/** One of these values. A single value is compared by equality, so that an index returns its rows in order. */
function oneOf(column: Column, values: readonly (string | number)[] | undefined): SQL | undefined {
  if (values === undefined) return undefined;
  return values.length === 1 ? sql`${column} = ${values[0]}` : sql`${column} = any(${sql.param(values)})`;
}

const titleIn = (locale: Language) => (locale === 'en' ? contents.searchEn : contents.searchIt);
/** Normalised before escaping, since normalisation turns `％` into `%`, which is a literal too. */
export const patternOf = (words: string) =>
  sql`'%' || regexp_replace(plain(${words}), '[\\\\%_]', '\\\\\\&', 'g') || '%'`;

/** From the first day to the last, inclusive. */
function onDays(days: readonly string[] | undefined): SQL | undefined {
  if (days === undefined) return undefined;
  const [first, last] = [days[0], days.at(-1)];
  return sql`${contents.date} >= ${first}::timestamp at time zone 'utc'
    and ${contents.date} < (${last}::timestamp + interval '1 day') at time zone 'utc'`;
}

const placeOf = ({ location: { lat, long } }: NearFilters) =>
  sql`globe(${lat}::double precision, ${long}::double precision)`;
const placeOfRow = sql`globe(${contents.lat}, ${contents.long})`;

/** The chord of an arc of so many metres, in a globe of radius 1. */
const chordOf = (metres: number) => 2 * Math.sin(Math.min(metres / EARTH_RADIUS_METRES, Math.PI) / 2);

function within(near: NearFilters | undefined): SQL | undefined {
  if (!near) return undefined;
  const chord = chordOf(near.radius);
  return sql`${contents.lat} is not null and ${placeOfRow} <@ cube_enlarge(${placeOf(near)}, ${chord}::double precision, 3)
    and cube_distance(${placeOfRow}, ${placeOf(near)}) <= ${chord}::double precision`;
}

/** Relations to contents that the user may not see are ignored. */
function relatedTo(viewer: Viewer, ids: readonly number[] | undefined): SQL | undefined {
  if (ids === undefined) return undefined;
  const requested = sql`select id from ${contents} as named
    where id = any(${sql.param(ids)}) and ${seenBy({ ...viewer, access: 3 }, named)}`;
  const { contentId, relatedId } = contentRelations;
  return sql`${contents.id} in (
    select ${relatedId} from ${contentRelations} where ${contentId} in (${requested})
    union select ${contentId} from ${contentRelations} where ${relatedId} in (${requested}))`;
}

/** A point that the user may not see is on no model. */
const withPoint = (viewer: Viewer, point: number | undefined) =>
  point === undefined
    ? undefined
    : sql`${contents.id} in (
    select models.content_id from models join views on views.model_id = models.id
      join keypoints on keypoints.view_id = views.id join ${contents} as named on named.id = keypoints.content_id
    where named.id = ${point} and ${seenBy(viewer, named)})`;

function conditionsOf(viewer: Viewer, { l, query, ...filters }: Filters): SQL[] {
  const owner =
    filters.owCode &&
    sql`${contents.companyId} in (
    select ${companies.id} from ${companies} where ${companies.code} = any(${sql.param(filters.owCode)}))`;
  return [
    seenBy(viewer),
    oneOf(contents.ctnView, filters.v),
    query ? sql`${titleIn(l)} like ${patternOf(query)}` : undefined,
    onDays(filters.date),
    oneOf(contents.c1, filters.c1),
    oneOf(contents.c2, filters.c2),
    oneOf(contents.c3, filters.c3),
    oneOf(contents.groupId, filters.groupId),
    relatedTo(viewer, filters.rel),
    owner,
    oneOf(contents.companyId, filters.ow),
    within(filters.nearFilters),
    withPoint(viewer, filters.point),
    filters.isModel && sql`exists (select from models where content_id = ${contents.id})`,
  ].filter((condition) => condition !== undefined);
}

interface Order {
  readonly by: SQL;
  readonly way: 'asc' | 'desc';
}

/** Nearest first; then in the order of an itinerary's places; then newest first. */
function ordersOf({ nearFilters, rel }: Filters): readonly Order[] {
  const requested = [
    nearFilters && sql`cube_distance(${placeOfRow}, ${placeOf(nearFilters)})`,
    rel &&
      sql`(select min(${contentRelations.position}) from ${contentRelations}
        where ${contentRelations.relatedId} = ${contents.id} and ${contentRelations.contentId} = any(${sql.param(rel)}))`,
  ].filter((by) => by !== undefined);
  return [
    ...requested.map((by) => ({ by, way: 'asc' }) as const),
    { by: sql`${contents.date}`, way: 'desc' },
    { by: sql`${contents.id}`, way: 'asc' },
  ];
}

const listOf = (parts: readonly SQL[]) => sql.join([...parts], sql`, `);
const orderOf = (orders: readonly Order[]) => listOf(orders.map(({ by, way }) => sql`${by} ${sql.raw(way)}`));

const windowOf = ({ page, pageSize }: Filters) => sql`limit ${pageSize} offset ${(page - 1) * pageSize}`;

/** Grows with every change of what lists show. */
export async function findRevision(pool: pg.Pool): Promise<string> {
  const [row] = await runQuery<{ number: string }>(pool, sql`select number from contents_revision`, true);
  return row?.number ?? '';
}

/** The ids of a page. */
export async function findPage(pool: pg.Pool, viewer: Viewer, filters: Filters): Promise<number[]> {
  const conditions = conditionsOf(viewer, filters);
  const rows = await runQuery<{ id: number }>(
    pool,
    sql`select ${contents.id} from ${contents} where ${and(...conditions)} order by ${orderOf(ordersOf(filters))} ${windowOf(filters)}`,
    isCommon(conditions, filters),
  );
  return rows.map(({ id }) => id);
}

export async function countAll(pool: pg.Pool, viewer: Viewer, filters: Filters): Promise<number> {
  const conditions = conditionsOf(viewer, filters);
  const [row] = await runQuery<{ total: number }>(
    pool,
    sql`select count(*)::int as total from ${contents} where ${and(...conditions)}`,
    isCommon(conditions, filters),
  );
  return row?.total ?? 0;
}

/**
 * Page and total in one query, for orders without an index: the first rows require reading all matches anyway. They are counted,
 * and only the first are sorted.
 */
export async function searchPage(pool: pg.Pool, viewer: Viewer, filters: Filters) {
  const conditions = conditionsOf(viewer, filters);
  const orders = ordersOf(filters).map(({ by, way }, number) => ({ by, way, name: sql.identifier(`by_${number}`) }));
  const [row] = await runQuery<{ ids: number[]; total: number }>(
    pool,
    sql`with found as materialized (
        select ${contents.id}, ${listOf(orders.map(({ by, name }) => sql`${by} as ${name}`))}
        from ${contents} where ${and(...conditions)})
      select (select count(*)::int from found) as total,
        array(select id from found order by ${orderOf(orders.map(({ name, way }) => ({ by: sql`${name}`, way })))}
          ${windowOf(filters)}) as ids`,
    isCommon(conditions, filters),
  );
  return row ?? { ids: [], total: 0 };
}

/** A file as it is shown: `url` if it is stored elsewhere. */
export interface FileRow {
  readonly id: string;
  readonly kind: (typeof contentFiles.$inferSelect)['kind'];
  readonly locale: Language | null;
  readonly url: string | null;
  readonly ending: string | null;
  readonly width: number | null;
  readonly height: number | null;
  readonly placeholder: string | null;
  readonly name: string | null;
  readonly descr: string | null;
}

/** Everything that is shown of a content, in one language. */
export type CardRow = Readonly<Record<ContentDetail, string | null>> & {
  readonly id: number;
  readonly extlId: string | null;
  readonly locale: Language;
  readonly title: string;
  readonly descr: string;
  readonly date: Date;
  readonly lat: number | null;
  readonly long: number | null;
  readonly price: number;
  readonly ctnType: number;
  readonly ctnView: number;
  readonly catId: number | null;
  readonly brandId: number | null;
  readonly brandName: string | null;
  readonly hdBgColor: string | null;
  readonly hdFontColor: string | null;
  readonly imageType: number | null;
  readonly groupId: number | null;
  readonly ownerId: string;
  readonly visibility: Visibility;
  readonly isShown: boolean;
  readonly files: readonly FileRow[] | null;
};

const details = sql.raw(
  contentDetailNames.map((name) => `details.${contentDetails[name].name} as "${name}"`).join(', '),
);

/** The contents to show, and the language. */
export interface CardSelection {
  readonly ids: readonly number[];
  readonly locale: Language;
  readonly view?: number | undefined;
}

/**
 * In the order of the ids, those that the user may see; in the other language if the requested one is missing. Visibility is
 * checked here, even after an earlier check: it may have changed meanwhile.
 */
export async function findCards(
  pool: pg.Pool,
  viewer: Viewer,
  { ids, locale, view }: CardSelection,
): Promise<CardRow[]> {
  if (ids.length === 0) return [];
  const isOfView = view === undefined ? undefined : eq(contents.ctnView, view);
  return await runQuery<CardRow>(
    pool,
    sql`
      select contents.id, contents.extl_id as "extlId", texts.locale, texts.title, texts.descr, contents.date,
        contents.lat, contents.long, details.price, contents.ctn_type as "ctnType", contents.ctn_view as "ctnView",
        contents.category_id as "catId", contents.brand_id as "brandId", brands.name as "brandName",
        skins.hd_bg_color as "hdBgColor", skins.hd_font_color as "hdFontColor", skins.image_type as "imageType",
        contents.group_id as "groupId", contents.company_id as "ownerId", contents.visibility, contents.is_shown as "isShown", ${details},
        (select json_agg(json_build_object('id', id, 'kind', kind, 'locale', locale, 'url', url, 'ending', ending,
            'width', width, 'height', height, 'placeholder', placeholder, 'name', name, 'descr', descr) order by position, id)
          from content_files where content_id = contents.id and kind = any('{image,gallery,video,attchm,audio,model}')) as files
      from unnest(${sql.param(ids)}::integer[]) with ordinality as wanted (id, place)
      join contents on contents.id = wanted.id
      join content_details as details on details.content_id = contents.id
      cross join lateral (
        select locale, title, descr from content_texts where content_id = contents.id order by locale = ${locale} desc limit 1
      ) as texts
      left join brands on brands.id = contents.brand_id
      left join skins on skins.id = contents.skin_id
      where ${and(seenBy(viewer), isOfView)}
      order by wanted.place`,
    true,
  );
}

export interface CategoryRow {
  readonly id: number;
  readonly parentId: number | null;
  readonly level: number;
  readonly code: string | null;
  readonly imageUrl: string | null;
  readonly attchmUrl: string | null;
  readonly ctnType: number;
  readonly ctnView: number;
  readonly modelCode: string | null;
  readonly customerCode: string | null;
  readonly title: string;
  readonly descr: string;
}

/** The categories for everybody, and for the people of a company. */
export async function findCategories(pool: pg.Pool, companyId: string | null, locale: Language) {
  return await runQuery<CategoryRow>(
    pool,
    sql`select id, parent_id as "parentId", level, code, image_url as "imageUrl", attchm_url as "attchmUrl",
        ctn_type as "ctnType", ctn_view as "ctnView", model_code as "modelCode",
        (select companies.code from companies where companies.id = import_company_id and model_code is not null) as "customerCode",
        texts.title, texts.descr
      from categories cross join lateral (
        select title, descr from category_texts where category_id = categories.id order by locale = ${locale} desc limit 1
      ) as texts
      where company_id is null or company_id = ${companyId}::uuid order by position, id`,
    true,
  );
}
