/** Contents for a journey, written to the database as an import does. */
import pg from 'pg';
import { databaseUrl, type TestServer } from './server';

/** Title and description prefixes, by language. */
const TEXTS = `values ('en', 'Piece ', 'Bronze, number '), ('it', 'Pezzo ', 'Bronzo, numero ')`;

/**
 * In addition to the demo: a gallery of so many contents with its owner's skin, and two nested gardens. The newest content is number
 * 1, and its picture is the brand's.
 * @returns the id of the gallery's category
 */
export async function fillContents({ dataDir }: TestServer, pieces: number): Promise<number> {
  const client = new pg.Client({ connectionString: await databaseUrl(dataDir) });
  await client.connect();
  try {
    const { rows } = await client.query<{ gallery: number }>(
      `with company as (
         select id from companies where code = 'DEMO'
       ), categories as (
         insert into categories (level, position, code, image_url, ctn_view)
         values (1, 1, null, '/brand/cover.svg', 1), (1, 2, null, '/brand/cover.svg', 3), (1, 4, '/ar', '/brand/cover.svg', 1), (1, 5, '/roses', null, 1)
         returning id, position
       ), below as (
         insert into categories (parent_id, level, position, image_url)
         select id, 2, 1, '/brand/cover.svg' from categories where position = 2 returning id
       ), named as (
         insert into category_texts (category_id, locale, title, descr)
         select categories.id, locale, title, descr from categories join (values
           (1, 'en', 'Long gallery', 'Bronzes and vases'), (1, 'it', 'Galleria lunga', 'Bronzi e vasi'),
           (2, 'en', 'Gardens', ''), (2, 'it', 'Giardini', ''),
           (4, 'en', 'Scan', ''), (4, 'it', 'Inquadra', ''),
           (5, 'en', 'Roses', ''), (5, 'it', 'Rose', '')
         ) as given (place, locale, title, descr) on place = position
         union all select id, 'en', 'Rose garden', '' from below
       ), brand as (
         insert into brands (company_id, name) select id, 'Long gallery, room 4' from company returning id
       ), skin as (
         insert into skins (company_id, hd_bg_color, hd_font_color) select id, '#1d3a40', '#ffffff' from company returning id
       ), pieces as (
         insert into contents (company_id, visibility, date, ctn_view, c1, category_id, brand_id, skin_id)
         select company.id, 'public', timestamptz '2026-01-01' - number * interval '1 day', 1, categories.id, categories.id,
           brand.id, skin.id
         from company, brand, skin, categories, generate_series(1, $1) as number where position = 1
         returning id, date
       ), details as (
         insert into content_details (content_id) select id from pieces
       ), numbered as (
         select id, row_number() over (order by date desc) as number from pieces
       ), texts as (
         insert into content_texts (content_id, locale, title, descr)
         select id, locale, title || number, descr || number from numbered, (${TEXTS}) as given (locale, title, descr)
       ), files as (
         insert into content_files (id, content_id, kind, url)
         select gen_random_uuid(), id, 'image', '/brand/cover.svg' from numbered where number = 1
       )
       select id as gallery from categories where position = 1`,
      [pieces],
    );
    return rows[0]?.gallery ?? 0;
  } finally {
    await client.end();
  }
}
