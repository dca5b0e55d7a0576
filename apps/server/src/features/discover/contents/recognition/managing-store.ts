/** All SQL of managing catalogues. */
import type { Language, OwnCatalogue } from '@earth/contracts';
import { and, eq, isNotNull, isNull, ne, sql } from 'drizzle-orm';
import type pg from 'pg';
import type { Queries } from '../../../../db/database';
import { catalogues, categories, photographs, recognitionFeedback } from '../../../../db/schema';
import { runQuery } from '../store';
import { isPicture } from './store';

export const findOwnCatalogues = (pool: pg.Pool, companyId: string, locale: Language) =>
  runQuery<Omit<OwnCatalogue, 'isReady'>>(
    pool,
    sql`select categories.id as "categoryId", texts.title, model_code as "modelCode", learns_from_photographs as "learnsFromPhotographs",
        products.count::int as "productsCount", products.bare::int as "withoutPictureCount",
        (select count(*)::int from photographs where category_id = categories.id) as "photographsCount",
        (select count(*)::int from recognition_feedback where category_id = categories.id) as "feedbackCount"
      from categories
      cross join lateral (
        select title from category_texts where category_id = categories.id order by locale = ${locale} desc limit 1
      ) as texts
      cross join lateral (
        select count(*) as count, count(*) filter (where not exists (
          select from content_files as files where files.content_id = contents.id and ${isPicture})) as bare
        from contents where deleted_at is null
          and case level when 1 then contents.c1 when 2 then contents.c2 else contents.c3 end = categories.id
      ) as products
      where import_company_id = ${companyId}::uuid and model_code is not null
      order by categories.level, categories.position, categories.id`,
    false,
  );

/** The menu entries of a company that are no catalogues. */
export async function findFreeEntries(db: Queries, companyId: string): Promise<number[]> {
  const rows = await db
    .select({ id: categories.id })
    .from(categories)
    .where(and(eq(categories.importCompanyId, companyId), isNull(categories.modelCode)));
  return rows.map(({ id }) => id);
}

interface Wanted {
  readonly companyId: string;
  readonly categoryId: number;
}

const isOwn = ({ companyId, categoryId }: Wanted) =>
  and(eq(categories.id, categoryId), eq(categories.importCompanyId, companyId));

/** Whether another entry of the company has the code. */
export const isCodeUsed = async (db: Queries, { companyId, categoryId }: Wanted, modelCode: string): Promise<boolean> =>
  (await db.$count(
    categories,
    and(eq(categories.importCompanyId, companyId), eq(categories.modelCode, modelCode), ne(categories.id, categoryId)),
  )) > 0;

/** @returns whether the company has the entry */
export async function saveCatalogue(
  db: Queries,
  wanted: Wanted,
  columns: { readonly modelCode: string; readonly learnsFromPhotographs: boolean },
): Promise<boolean> {
  const saved = await db.update(categories).set(columns).where(isOwn(wanted)).returning({ id: categories.id });
  return saved.length > 0;
}

export const isOwnCatalogue = async (db: Queries, wanted: Wanted): Promise<boolean> =>
  (await db.$count(categories, and(isOwn(wanted), isNotNull(categories.modelCode)))) > 0;

export async function deletePhotographsOf(db: Queries, categoryId: number): Promise<void> {
  await db.delete(photographs).where(eq(photographs.categoryId, categoryId));
}

/** Its index, photographs and feedback are deleted. */
export async function endCatalogue(db: Queries, categoryId: number): Promise<void> {
  await db
    .update(categories)
    .set({ modelCode: null, learnsFromPhotographs: false })
    .where(eq(categories.id, categoryId));
  await db.delete(catalogues).where(eq(catalogues.categoryId, categoryId));
  await db.delete(recognitionFeedback).where(eq(recognitionFeedback.categoryId, categoryId));
  await deletePhotographsOf(db, categoryId);
}
