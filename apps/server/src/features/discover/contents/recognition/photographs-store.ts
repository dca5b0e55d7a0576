/** All SQL of photographs that are kept, and of feedback. */
import type { Language } from '@earth/contracts';
import { and, count, desc, eq, lt, notInArray, sql } from 'drizzle-orm';
import type { Queries } from '../../../../db/database';
import { categories, companies, photographs, recognitionFeedback } from '../../../../db/schema';

type NewPhotograph = typeof photographs.$inferInsert;

/** Adds a photograph unless the catalogue has so many. */
export async function insertPhotograph(db: Queries, photograph: NewPhotograph, max: number): Promise<boolean> {
  const { categoryId } = photograph;
  const [held] = await db.select({ count: count() }).from(photographs).where(eq(photographs.categoryId, categoryId));
  if ((held?.count ?? 0) >= max) return false;
  await db.insert(photographs).values(photograph);
  return true;
}

/** Marks the answer to a kept photograph as wrong. @returns its id; undefined: it was not kept */
export async function refusePhotograph(db: Queries, categoryId: number, jpeg: Buffer): Promise<string | undefined> {
  const [row] = await db
    .update(photographs)
    .set({ isRefused: true })
    .where(
      and(
        eq(photographs.categoryId, categoryId),
        // Compared without reading the pictures of other lengths.
        sql`octet_length(${photographs.jpeg}) = ${jpeg.length}`,
        eq(photographs.jpeg, jpeg),
      ),
    )
    .returning({ id: photographs.id });
  return row?.id;
}

type NewFeedback = typeof recognitionFeedback.$inferInsert;

/** Adds feedback, and deletes the oldest beyond the limit. */
export async function insertFeedback(db: Queries, feedback: NewFeedback, max: number): Promise<void> {
  const { categoryId } = feedback;
  await db.insert(recognitionFeedback).values(feedback);
  const newest = db
    .select({ id: recognitionFeedback.id })
    .from(recognitionFeedback)
    .where(eq(recognitionFeedback.categoryId, categoryId))
    .orderBy(desc(recognitionFeedback.createdAt), recognitionFeedback.id)
    .limit(max);
  await db
    .delete(recognitionFeedback)
    .where(and(eq(recognitionFeedback.categoryId, categoryId), notInArray(recognitionFeedback.id, newest)));
}

interface Page {
  readonly categoryId: number;
  readonly locale: Language;
  readonly page: number;
  readonly pageSize: number;
}

/** Newest first. */
export async function findFeedback(db: Queries, { categoryId, locale, page, pageSize }: Page) {
  const ofCatalogue = eq(recognitionFeedback.categoryId, categoryId);
  const { id, contentId, note, mode, similarity, createdAt } = recognitionFeedback;
  const rows = await db
    .select({
      id,
      contentId,
      note,
      mode,
      similarity,
      createdAt,
      hasPhotograph: sql<boolean>`${recognitionFeedback.photographId} is not null`,
      title: sql<
        string | null
      >`(select title from content_texts where content_id = recognition_feedback.content_id order by locale = ${locale} desc limit 1)`,
    })
    .from(recognitionFeedback)
    .where(ofCatalogue)
    .orderBy(desc(createdAt), id)
    .limit(pageSize)
    .offset((page - 1) * pageSize);
  return { rows, total: await db.$count(recognitionFeedback, ofCatalogue) };
}

/** Catalogues of a code, of one company or of all. */
export async function findCataloguesOf(db: Queries, modelCode: string, customerCode: string | undefined) {
  return await db
    .select({
      id: categories.id,
      level: categories.level,
      ownerId: companies.id,
      customerCode: companies.code,
    })
    .from(categories)
    .innerJoin(companies, eq(companies.id, categories.importCompanyId))
    .where(
      and(
        eq(categories.modelCode, modelCode),
        customerCode === undefined ? undefined : eq(companies.code, customerCode),
      ),
    );
}

/** The photographs of a catalogue, without their pictures, oldest first. */
export async function findPhotographs(db: Queries, categoryId: number) {
  const { id, contentId, isMatch, isRefused } = photographs;
  return await db
    .select({
      id,
      contentId,
      isMatch,
      isRefused,
      title: sql<
        string | null
      >`(select title from content_texts where content_id = photographs.content_id order by locale limit 1)`,
    })
    .from(photographs)
    .where(eq(photographs.categoryId, categoryId))
    .orderBy(photographs.createdAt, id);
}

export async function findJpeg(db: Queries, id: string): Promise<Buffer | null> {
  const [row] = await db.select({ jpeg: photographs.jpeg }).from(photographs).where(eq(photographs.id, id));
  return row?.jpeg ?? null;
}

/** Deletes the photographs and the feedback that came before a date. */
export async function deleteBefore(db: Queries, date: Date): Promise<void> {
  await db.delete(photographs).where(lt(photographs.createdAt, date));
  await db.delete(recognitionFeedback).where(lt(recognitionFeedback.createdAt, date));
}

export async function deletePhotograph(db: Queries, id: string): Promise<void> {
  await db.delete(photographs).where(eq(photographs.id, id));
}
