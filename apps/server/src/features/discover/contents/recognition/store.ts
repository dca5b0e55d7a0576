/** All SQL of catalogues and their products. */
import type { Language, Visibility } from '@earth/contracts';
import type { Calibration } from '@earth/vision/recognition';
import { and, eq, type SQL, sql } from 'drizzle-orm';
import type pg from 'pg';
import type { Queries } from '../../../../db/database';
import { catalogues, contents } from '../../../../db/schema';
import type { Viewer } from '../policy';
import { runQuery, seenBy } from '../store';

/** A catalogue: a category with a code. `digest` null: it has no index of this format yet. */
export interface CatalogueRow {
  readonly id: number;
  readonly level: number;
  readonly modelCode: string;
  readonly title: string;
  readonly ownerId: string;
  readonly learnsFromPhotographs: boolean;
  readonly digest: string | null;
  readonly indexBytes: number;
}

interface WantedCatalogue {
  readonly modelCode: string;
  readonly customerCode: string | undefined;
  readonly locale: Language;
  /** Of the index. */
  readonly format: number;
}

/** The catalogue of a code that a user may see: the own company's first. */
export async function findCatalogue(
  pool: pg.Pool,
  { companyId }: Viewer,
  { modelCode, customerCode, locale, format }: WantedCatalogue,
): Promise<CatalogueRow | null> {
  const [row] = await runQuery<CatalogueRow>(
    pool,
    sql`select categories.id, level, model_code as "modelCode", texts.title, import_company_id as "ownerId",
        learns_from_photographs as "learnsFromPhotographs", digest, coalesce(octet_length(index), 0) as "indexBytes"
      from categories join companies on companies.id = import_company_id
      cross join lateral (
        select title from category_texts where category_id = categories.id order by locale = ${locale} desc limit 1
      ) as texts
      left join catalogues on catalogues.category_id = categories.id and format = ${format}::integer
      where model_code = ${modelCode} and (company_id is null or company_id = ${companyId}::uuid)
        and (${customerCode ?? null}::text is null or companies.code = ${customerCode ?? null}::text)
      order by import_company_id = ${companyId}::uuid desc nulls last, categories.id limit 1`,
    true,
  );
  return row ?? null;
}

type Entry = Pick<CatalogueRow, 'id' | 'level'>;

/** The contents that a catalogue lists. */
const listedIn = ({ id, level }: Entry): SQL => {
  const path = level === 1 ? contents.c1 : level === 2 ? contents.c2 : contents.c3;
  return eq(path, id);
};

/** Pictures that are stored here, and can be described. */
export const isPicture = sql`files.kind in ('image', 'gallery') and files.ending is not null and files.width is not null`;

/** The pictures of all products of all catalogues. */
export const picturesOfCatalogues = sql`content_files as files
  join contents on contents.id = files.content_id
  join categories on categories.model_code is not null and categories.id =
    case categories.level when 1 then contents.c1 when 2 then contents.c2 else contents.c3 end`;

/** A described picture of a product. */
export interface DescribedRow {
  readonly contentId: number;
  readonly fileId: string;
}

export interface DescriptionRow extends DescribedRow {
  readonly width: number;
  readonly description: Buffer;
  readonly trials: Buffer | null;
}

const describedIn = (viewer: Viewer | null, format: number, entry: Entry) => sql`from contents
  join content_files as files on files.content_id = contents.id and ${isPicture}
  join picture_descriptions as described on described.file_id = files.id
  where ${and(listedIn(entry), viewer ? seenBy(viewer) : undefined)}
    and described.format = ${format}::integer and described.description is not null
  order by contents.id, files.kind desc, files.position, files.id`;

/** The described pictures of a catalogue that a user may see, or all of them, in a fixed order: that of each product, the main one first. */
export const findDescribed = (pool: pg.Pool, viewer: Viewer | null, format: number, entry: Entry) =>
  runQuery<DescribedRow>(
    pool,
    sql`select contents.id as "contentId", files.id as "fileId" ${describedIn(viewer, format, entry)}`,
    true,
  );

/** The same with their descriptions. */
export const findDescriptions = (pool: pg.Pool, viewer: Viewer | null, format: number, entry: Entry) =>
  runQuery<DescriptionRow>(
    pool,
    sql`select contents.id as "contentId", files.id as "fileId", files.width, described.description, described.trials
      ${describedIn(viewer, format, entry)}`,
    true,
  );

/** Changes with the contents, and with the catalogues that there are. */
export async function findState(pool: pg.Pool): Promise<string> {
  const [row] = await runQuery<{ state: string }>(
    pool,
    sql`select (select number from contents_revision) || ':' ||
      coalesce((select string_agg(id::text, ' ' order by id) from categories where model_code is not null), '') as state`,
    true,
  );
  return row?.state ?? '';
}

/** The products of a catalogue that a user may see, newest first as lists show them: those with pictures. */
export async function findProducts(pool: pg.Pool, viewer: Viewer, entry: Entry): Promise<number[]> {
  const rows = await runQuery<{ id: number }>(
    pool,
    sql`select contents.id from contents where ${and(listedIn(entry), seenBy(viewer))}
        and exists (select from content_files as files where files.content_id = contents.id and ${isPicture})
      order by contents.date desc, contents.id`,
    true,
  );
  return rows.map(({ id }) => id);
}

/** What a device shows of a product. `files`: the main picture first. */
interface ProductCardRow {
  readonly contentId: number;
  readonly title: string;
  readonly line: string;
  readonly visibility: Visibility;
  readonly files: readonly { readonly id: string; readonly width: number }[];
}

export const findProductCards = (pool: pg.Pool, viewer: Viewer, entry: Entry, locale: Language) =>
  runQuery<ProductCardRow>(
    pool,
    sql`select contents.id as "contentId", texts.title, contents.visibility,
        coalesce(nullif(split_part(texts.descr, E'\\n', 1), ''), brands.name, '') as line, pictures.files
      from contents cross join lateral (
        select title, descr from content_texts where content_id = contents.id order by locale = ${locale} desc limit 1
      ) as texts
      cross join lateral (
        select json_agg(json_build_object('id', files.id, 'width', files.width) order by kind desc, position, files.id) as files
        from content_files as files where content_id = contents.id and ${isPicture}
      ) as pictures
      left join brands on brands.id = contents.brand_id
      where ${and(listedIn(entry), seenBy(viewer))} and pictures.files is not null
      order by contents.date desc, contents.id`,
    true,
  );

/** The admins of companies, by the companies' ids. */
export async function findAdmins(
  pool: pg.Pool,
  companyIds: readonly string[],
): Promise<ReadonlyMap<string, string | null>> {
  const rows = await runQuery<{ id: string; adminId: string | null }>(
    pool,
    sql`select id, admin_id as "adminId" from companies where id = any(${sql.param([...new Set(companyIds)])}::uuid[])`,
    true,
  );
  return new Map(rows.map(({ id, adminId }) => [id, adminId]));
}

interface StoredIndex {
  readonly digest: string;
  readonly index: Buffer;
  readonly calibration: Calibration | null;
}

/** The index of a catalogue, of all its products. */
export async function findIndex(db: Queries, categoryId: number, format: number): Promise<StoredIndex | null> {
  const [row] = await db
    .select({ digest: catalogues.digest, index: catalogues.index, calibration: catalogues.calibration })
    .from(catalogues)
    .where(and(eq(catalogues.categoryId, categoryId), eq(catalogues.format, format)));
  if (!row?.digest || !row.index) return null;
  return { digest: row.digest, index: row.index, calibration: row.calibration };
}
