/**
 * The contents under test, the same in each database: generated in SQL from their numbers. Nine in ten are public, one in seven has
 * the view, each title has three words that occur in one of sixteen rows and one that occurs in one of ten thousand, and they lie in
 * a square of a degree.
 */
import { createHash } from 'node:crypto';
import type pg from 'pg';

const SHARED = [
  'amber arch atlas basil bell brass cedar chapel cliff copper court delta dome ember fresco garden',
  'granite harbor hearth ivory jade lantern linen loom maple marble meadow mosaic oak olive orchard pearl',
  'pillar quartz river saffron slate spruce tower vault velvet vine walnut willow zinc yarrow umber thyme',
].map((words) => words.split(' '));
/** Each occurs in one of sixteen titles. */
export const commonWords: readonly string[] = SHARED.flat();

const RARE_WORDS = 10_000;
/** A word that occurs in one of ten thousand titles. */
export const rareWord = (number: number): string =>
  createHash('md5')
    .update(String(number % RARE_WORDS))
    .digest('hex')
    .slice(0, 8)
    .replaceAll(/\d/g, (digit) => 'ghijklmnop'.charAt(Number(digit)));

/** The south-western corner of the square. */
export const CORNER = { lat: 44, long: 10 };

const wordOf = (set: number) => `(array['${SHARED[set]?.join("','")}'])[1 + (h >> ${4 * set}) % 16]`;

/** `$1` and `$2` are the first and the last number. */
const ROWS = `
  select i as id,
    ${wordOf(0)} || ' ' || ${wordOf(1)} || ' ' || ${wordOf(2)} || ' ' ||
      translate(left(md5((i % ${RARE_WORDS})::text), 8), '0123456789', 'ghijklmnop') as title,
    repeat('What there is to see here, and since when. ', 7) as descr,
    timestamptz '2026-01-01' - (s % 200000) * interval '1 minute' as date,
    'https://cdn.example/img/' || i || '.webp' as image_url,
    case when i % 5 = 0 then 'https://cdn.example/vid/' || i || '.mp4' end as video_url,
    'https://www.example/c/' || i as web_url,
    '+39 347 ' || 1000000 + s % 900000 as phone,
    'info' || i || '@example.org' as email,
    ${CORNER.lat} + (h % 100000) / 100000::double precision as lat,
    ${CORNER.long} + (s % 100000) / 100000::double precision as long,
    1 + s % 4 as ctn_type,
    (array[1, 3, 5, 6, 7, 10, 11])[1 + (s >> 4) % 7] as ctn_view,
    1 + h % 8 as c1, 101 + h % 40 as c2, 201 + h % 200 as c3,
    s % 10 <> 0 as public,
    case when i % 2 = 0 then 'en' else 'it' end as locale
  from (select i, ('x' || left(md5(i::text), 7))::bit(28)::integer as h, ('x' || right(md5(i::text), 7))::bit(28)::integer as s
    from generate_series($1::integer, $2::integer) as i) as numbers`;

/** The layout for a server without knowledge of the product: one wide table, with an index for each question. */
export async function makeWideTable(client: pg.Client): Promise<void> {
  await client.query(`
    create extension pg_trgm;
    create extension cube;
    create function globe(lat double precision, long double precision) returns cube language sql immutable strict parallel safe
      return cube(array[cos(radians(lat)) * cos(radians(long)), cos(radians(lat)) * sin(radians(long)), sin(radians(lat))]);
    create table contents (id integer primary key, title text not null, descr text not null, date timestamptz not null,
      image_url text, video_url text, web_url text, phone text, email text, lat double precision, long double precision,
      ctn_type integer, ctn_view integer, c1 integer, c2 integer, c3 integer, public boolean not null, locale text);
    create index contents_date on contents (date desc, id) where public;
    create index contents_view on contents (ctn_view, date desc, id) where public;
    create index contents_title on contents using gin (lower(title) gin_trgm_ops);
    create index contents_place on contents (lat, long);
    create index contents_globe on contents using gist (globe(lat, long))`);
}

export async function fillWideTable(client: pg.Client, first: number, last: number): Promise<void> {
  await client.query(`insert into contents ${ROWS}`, [first, last]);
  await client.query('vacuum analyze contents');
}

/** Writes the product's tables as `docs/contents.md` describes; the demo contents are removed, because they use the numbers. */
export async function fillProduct(client: pg.Client, first: number, last: number): Promise<void> {
  if (first === 1) await client.query('delete from contents');
  await client.query(`create temporary table given as ${ROWS}`.replace('$1', `${first}`).replace('$2', `${last}`));
  // Its trigger would look for the texts of each content by a plan that was made when there were few.
  await client.query(`
    alter table content_texts disable trigger content_search;
    insert into contents
      (id, company_id, visibility, date, ctn_type, ctn_view, c1, c2, c3, lat, long, search_en, search_it, has_en, has_it)
      select given.id, companies.id, case when public then 'public' else 'company' end, date, ctn_type, ctn_view, c1, c2, c3,
        lat, long, plain(title), plain(title), locale = 'en', locale = 'it'
      from given join companies on code = 'DEMO';
    insert into content_details (content_id, web_url, phone, email) select id, web_url, phone, email from given;
    insert into content_texts (content_id, locale, title, descr) select id, locale, title, descr from given;
    insert into content_files (id, content_id, kind, url)
      select gen_random_uuid(), id, 'image', image_url from given
      union all select gen_random_uuid(), id, 'video', video_url from given where video_url is not null;
    alter table content_texts enable trigger content_search;
    drop table given`);
  for (const table of ['contents', 'content_details', 'content_texts', 'content_files'])
    await client.query(`vacuum analyze ${table}`);
}
