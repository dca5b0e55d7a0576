/** The SQL by which contents are found and read. */
import { createHash } from 'node:crypto';
import {
  type ContentDetail,
  contentDetailNames,
  type ContentFilters,
  ContentView,
  type Language,
  type NearFilters,
  type Visibility,
} from '@earth/contracts';
import { and, eq, ne, or, type SQL, sql } from 'drizzle-orm';
import { alias, PgDialect } from 'drizzle-orm/pg-core';
import type pg from 'pg';
import { companies, contentDetails, contentRelations, contents } from '../../../db/schema';
import type { Sight } from './policy';

export type Filters = Omit<ContentFilters, 'ac'> & {
  readonly nearFilters?: NearFilters | undefined;
  /** Those that can be visited: there is a row of `models` that names them. */
  readonly isModel?: true;
};

const EARTH_RADIUS_METRES = 6_371_008.8;
/**
 * More conditions than these make a statement that few others will ask for: it is not kept prepared. Nor is a search, whose
 * best plan depends on how many have the words.
 */
const CONDITIONS_PREPARED = 3;
const isCommon = (conditions: readonly SQL[], { query }: Filters) => !query && conditions.length <= CONDITIONS_PREPARED;
const dialect = new PgDialect();

/**
 * Asks past the query builder, by a statement that each connection prepares once: of these there are few, and they are
 * asked for all the time.
 */
async function ask<Row extends object>(pool: pg.Pool, query: SQL, isPrepared: boolean): Promise<Row[]> {
  const { sql: text, params: values } = dialect.sqlToQuery(query);
  const name = isPrepared ? `contents ${createHash('sha1').update(text).digest('base64url')}` : undefined;
  return (await pool.query<Row>({ text, values, ...(name && { name }) })).rows;
}

/** Contents under another name, where those that they are related to are asked for. */
const named = alias(contents, 'named');

/** The contents that somebody may see at all. */
export function seenBy({ companyId, access }: Sight, of: typeof contents | typeof named = contents): SQL | undefined {
  const isPublic = eq(of.visibility, 'public');
  if (companyId === null) return access === 2 ? sql`false` : isPublic;
  // What another company made for theirs is as good as their own.
  const isTheirs = or(eq(of.companyId, companyId), eq(of.customerId, companyId));
  return access === 2 ? and(ne(of.visibility, 'public'), isTheirs) : or(isPublic, isTheirs);
}

type Column = (typeof contents)[keyof typeof contents & ('ctnView' | 'c1' | 'c2' | 'c3' | 'groupId' | 'companyId')];

/** One of these values. A single one is compared, so that an index gives its rows in order. */
function oneOf(column: Column, values: readonly (string | number)[] | undefined): SQL | undefined {
  if (values === undefined) return undefined;
  return values.length === 1 ? sql`${column} = ${values[0]}` : sql`${column} = any(${sql.param(values)})`;
}

const titleIn = (locale: Language) => (locale === 'en' ? contents.searchEn : contents.searchIt);
/** Made plain first: that makes `%` of `％`, which is a letter like others as well. */
const patternOf = (words: string) => sql`'%' || regexp_replace(plain(${words}), '[\\\\%_]', '\\\\\\&', 'g') || '%'`;

/** From the first of the days to the last, that one too. */
function onDays(days: readonly string[] | undefined): SQL | undefined {
  if (days === undefined) return undefined;
  const [first, last] = [days[0], days.at(-1)];
  return sql`${contents.date} >= ${first}::timestamp at time zone 'utc'
    and ${contents.date} < (${last}::timestamp + interval '1 day') at time zone 'utc'`;
}

const placeOf = ({ location: { lat, long } }: NearFilters) =>
  sql`globe(${lat}::double precision, ${long}::double precision)`;
const placeOfRow = sql`globe(${contents.lat}, ${contents.long})`;

/** A straight line through the globe of radius 1, as long as an arc of so many metres. */
const chordOf = (metres: number) => 2 * Math.sin(Math.min(metres / EARTH_RADIUS_METRES, Math.PI) / 2);

function within(near: NearFilters | undefined): SQL | undefined {
  if (!near) return undefined;
  const chord = chordOf(near.radius);
  return sql`${contents.lat} is not null and ${placeOfRow} <@ cube_enlarge(${placeOf(near)}, ${chord}::double precision, 3)
    and cube_distance(${placeOfRow}, ${placeOf(near)}) <= ${chord}::double precision`;
}

/** What one may not see says of nothing that it is related to it. */
function relatedTo(sight: Sight, ids: readonly number[] | undefined): SQL | undefined {
  if (ids === undefined) return undefined;
  const asked = sql`select id from ${contents} as named
    where id = any(${sql.param(ids)}) and ${seenBy({ ...sight, access: 3 }, named)}`;
  const { contentId, relatedId } = contentRelations;
  return sql`${contents.id} in (
    select ${relatedId} from ${contentRelations} where ${contentId} in (${asked})
    union select ${contentId} from ${contentRelations} where ${relatedId} in (${asked}))`;
}

function conditionsOf(sight: Sight, { l, query, ...filters }: Filters): SQL[] {
  const owner =
    filters.owCode &&
    sql`${contents.companyId} in (
    select ${companies.id} from ${companies} where ${companies.code} = any(${sql.param(filters.owCode)}))`;
  return [
    seenBy(sight),
    oneOf(contents.ctnView, filters.v),
    query ? sql`${titleIn(l)} like ${patternOf(query)}` : undefined,
    onDays(filters.date),
    oneOf(contents.c1, filters.c1),
    oneOf(contents.c2, filters.c2),
    oneOf(contents.c3, filters.c3),
    oneOf(contents.groupId, filters.groupId),
    relatedTo(sight, filters.rel),
    owner,
    oneOf(contents.companyId, filters.ow),
    within(filters.nearFilters),
    filters.isModel && sql`exists (select from models where content_id = ${contents.id})`,
  ].filter((condition) => condition !== undefined);
}

interface Order {
  readonly by: SQL;
  readonly way: 'asc' | 'desc';
}

/** The nearest first; then in the order that an itinerary gives its places; then the newest first. */
function ordersOf({ nearFilters, rel }: Filters): readonly Order[] {
  const asked = [
    nearFilters && sql`cube_distance(${placeOfRow}, ${placeOf(nearFilters)})`,
    rel &&
      sql`(select min(${contentRelations.position}) from ${contentRelations}
        where ${contentRelations.relatedId} = ${contents.id} and ${contentRelations.contentId} = any(${sql.param(rel)}))`,
  ].filter((by) => by !== undefined);
  return [
    ...asked.map((by) => ({ by, way: 'asc' }) as const),
    { by: sql`${contents.date}`, way: 'desc' },
    { by: sql`${contents.id}`, way: 'asc' },
  ];
}

const listOf = (parts: readonly SQL[]) => sql.join([...parts], sql`, `);
const orderOf = (orders: readonly Order[]) => listOf(orders.map(({ by, way }) => sql`${by} ${sql.raw(way)}`));

const windowOf = ({ page, pageSize }: Filters) => sql`limit ${pageSize} offset ${(page - 1) * pageSize}`;

/** Grows with every change of what is shown in lists. */
export async function findRevision(pool: pg.Pool): Promise<string> {
  const [row] = await ask<{ number: string }>(pool, sql`select number from contents_revision`, true);
  return row?.number ?? '';
}

/** The ids of a page. */
export async function findPage(pool: pg.Pool, sight: Sight, filters: Filters): Promise<number[]> {
  const conditions = conditionsOf(sight, filters);
  const rows = await ask<{ id: number }>(
    pool,
    sql`select ${contents.id} from ${contents} where ${and(...conditions)} order by ${orderOf(ordersOf(filters))} ${windowOf(filters)}`,
    isCommon(conditions, filters),
  );
  return rows.map(({ id }) => id);
}

export async function countAll(pool: pg.Pool, sight: Sight, filters: Filters): Promise<number> {
  const conditions = conditionsOf(sight, filters);
  const [row] = await ask<{ total: number }>(
    pool,
    sql`select count(*)::int as total from ${contents} where ${and(...conditions)}`,
    isCommon(conditions, filters),
  );
  return row?.total ?? 0;
}

/**
 * The same in one go, for what no index has in order: to know the first, all that match are looked at. They are counted, not put in
 * order: only the first are.
 */
export async function searchPage(pool: pg.Pool, sight: Sight, filters: Filters) {
  const conditions = conditionsOf(sight, filters);
  const orders = ordersOf(filters).map(({ by, way }, number) => ({ by, way, name: sql.identifier(`by_${number}`) }));
  const [row] = await ask<{ ids: number[]; total: number }>(
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

/** A file as it is shown: `url` where it lies elsewhere. */
export interface FileRow {
  readonly id: string;
  readonly kind: 'image' | 'gallery' | 'video' | 'attchm' | 'audio' | 'marker';
  readonly locale: Language | null;
  readonly url: string | null;
  readonly ending: string | null;
  readonly width: number | null;
  readonly height: number | null;
  readonly placeholder: string | null;
  readonly name: string | null;
  readonly descr: string | null;
}

/** All that is shown of a content in one language. */
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
  readonly files: readonly FileRow[] | null;
};

const details = sql.raw(
  contentDetailNames.map((name) => `details.${contentDetails[name].name} as "${name}"`).join(', '),
);

/** Which contents are shown, and in which language. */
export interface Shown {
  readonly ids: readonly number[];
  readonly locale: Language;
  readonly view?: number | undefined;
}

/**
 * In the order of the ids, those that somebody may see; in the other language where the one asked for is missing. Whether they may
 * is asked here, whatever was asked before: it may have changed meanwhile.
 */
export async function findCards(pool: pg.Pool, sight: Sight, { ids, locale, view }: Shown): Promise<CardRow[]> {
  if (ids.length === 0) return [];
  const isOfView = view === undefined ? undefined : eq(contents.ctnView, view);
  return await ask<CardRow>(
    pool,
    sql`
      select contents.id, contents.extl_id as "extlId", texts.locale, texts.title, texts.descr, contents.date,
        contents.lat, contents.long, details.price, contents.ctn_type as "ctnType", contents.ctn_view as "ctnView",
        contents.category_id as "catId", contents.brand_id as "brandId", brands.name as "brandName",
        skins.hd_bg_color as "hdBgColor", skins.hd_font_color as "hdFontColor", skins.image_type as "imageType",
        contents.group_id as "groupId", contents.company_id as "ownerId", contents.visibility, ${details},
        (select json_agg(json_build_object('id', id, 'kind', kind, 'locale', locale, 'url', url, 'ending', ending,
            'width', width, 'height', height, 'placeholder', placeholder, 'name', name, 'descr', descr) order by position, id)
          from content_files where content_id = contents.id) as files
      from unnest(${sql.param(ids)}::integer[]) with ordinality as wanted (id, place)
      join contents on contents.id = wanted.id
      join content_details as details on details.content_id = contents.id
      cross join lateral (
        select locale, title, descr from content_texts where content_id = contents.id order by locale = ${locale} desc limit 1
      ) as texts
      left join brands on brands.id = contents.brand_id
      left join skins on skins.id = contents.skin_id
      where ${and(seenBy(sight), isOfView)}
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
  readonly title: string;
  readonly descr: string;
}

/** The categories for everybody, and for the people of a company. */
export async function findCategories(pool: pg.Pool, companyId: string | null, locale: Language) {
  return await ask<CategoryRow>(
    pool,
    sql`select id, parent_id as "parentId", level, code, image_url as "imageUrl", attchm_url as "attchmUrl",
        ctn_type as "ctnType", ctn_view as "ctnView", texts.title, texts.descr
      from categories cross join lateral (
        select title, descr from category_texts where category_id = categories.id order by locale = ${locale} desc limit 1
      ) as texts
      where company_id is null or company_id = ${companyId}::uuid order by position, id`,
    true,
  );
}

export interface TriggerRow {
  readonly id: number;
  readonly sid: number;
  readonly sType: number;
  readonly imageUrl: string | null;
  /** Where its picture is a file of the scene. */
  readonly fileId: string | null;
  readonly ending: string | null;
  readonly uuid: string | null;
  readonly major: number | null;
  readonly minor: number | null;
  /** Of its scene. */
  readonly visibility: Visibility;
}

interface Started {
  readonly sceneId?: number | undefined;
  readonly type?: number | undefined;
  readonly placeId?: number | undefined;
}

/** What starts the scenes that somebody may see. */
export async function findTriggers(pool: pg.Pool, sight: Sight, { sceneId, type, placeId }: Started) {
  return await ask<TriggerRow>(
    pool,
    sql`select triggers.id, scene_id as sid, s_type as "sType", image_url as "imageUrl", file_id as "fileId", files.ending,
        beacon_uuid as uuid, beacon_major as major, beacon_minor as minor, ${contents.visibility}
      from triggers join ${contents} on ${contents.id} = scene_id
      left join content_files as files on files.id = file_id
      where ${and(
        seenBy(sight),
        eq(contents.ctnView, ContentView.scene),
        sceneId === undefined ? undefined : sql`scene_id = ${sceneId}`,
        type === undefined ? undefined : sql`s_type = ${type}`,
        placeId === undefined ? undefined : sql`place_id = ${placeId}`,
      )} order by triggers.id`,
    true,
  );
}

/** The models that contents tell of, by the contents' numbers. */
export async function findModels(pool: pg.Pool, contentIds: readonly number[]): Promise<Map<number, string>> {
  const rows = await ask<{ id: string; contentId: number }>(
    pool,
    sql`select id, content_id as "contentId" from models where content_id = any(${sql.param(contentIds)})`,
    true,
  );
  return new Map(rows.map(({ id, contentId }) => [contentId, id]));
}

/** The number of the content that tells of a model. */
export async function findModelContent(pool: pg.Pool, modelId: string): Promise<number | null> {
  const [row] = await ask<{ contentId: number }>(
    pool,
    sql`select content_id as "contentId" from models where id = ${modelId}`,
    true,
  );
  return row?.contentId ?? null;
}
