/** All SQL that writes contents. */
import type { Language } from '@earth/contracts';
import { and, eq, inArray, isNull, sql } from 'drizzle-orm';
import type { Database, Queries } from '../../../db/database';
import {
  brands,
  categories,
  companies,
  contentDetails,
  contentFiles,
  contentRelations,
  contents,
  contentsRevision,
  contentTexts,
  models,
  skins,
} from '../../../db/schema';

import { ApiError } from '../../../http/api-error';
import { seenBy } from './store';

export type ContentRow = typeof contents.$inferSelect;
export type NewContent = typeof contents.$inferInsert;
export type Details = Partial<typeof contentDetails.$inferInsert>;
export type StoredFile = typeof contentFiles.$inferSelect;
export type NewFile = typeof contentFiles.$inferInsert;

/**
 * Locks the revision row. Every writer of contents does this first, before reading what its checks depend on: so writers run one
 * after another. Each change increments this row anyway; locking it later would make writers wait that hold what others need.
 */
export async function lockRevision(db: Queries): Promise<void> {
  await db.select().from(contentsRevision).for('update');
}

/**
 * Locks a content of a company until the transaction ends. `no key update`: others may still refer to it, so that two contents that
 * refer to each other do not deadlock. `key share`: others may change it, but not delete it.
 */
export async function lockContent(
  db: Queries,
  companyId: string,
  id: number,
  strength: 'update' | 'no key update' | 'key share',
): Promise<ContentRow | undefined> {
  const isOwn = and(eq(contents.id, id), eq(contents.companyId, companyId), isNull(contents.deletedAt));
  const [row] = await db.select().from(contents).where(isOwn).for(strength);
  return row;
}

/** Parts of a content have the visibility of the whole. */
export async function showParts(db: Queries, id: number): Promise<void> {
  await db.execute(sql`
    update contents as part set visibility = whole.visibility, customer_id = whole.customer_id
    from contents as whole where whole.id = part.group_id and whole.id = ${id}`);
}

export async function findOwn(db: Queries, companyId: string, id: number): Promise<ContentRow | undefined> {
  const [row] = await db
    .select()
    .from(contents)
    .where(and(eq(contents.id, id), eq(contents.companyId, companyId), isNull(contents.deletedAt)));
  return row;
}

export const hasParts = async (db: Queries, id: number): Promise<boolean> =>
  (await db.$count(contents, eq(contents.groupId, id))) > 0;

/** The path from the root to a category that a company may use; empty if there is none. */
export async function findPath(db: Queries, companyId: string, id: number): Promise<number[]> {
  const { rows } = await db.execute<{ id: number }>(sql`
    with recursive path as (
      select id, parent_id, level from ${categories} where id = ${id} and (company_id is null or company_id = ${companyId})
      union all
      select parent.id, parent.parent_id, parent.level from ${categories} as parent join path on parent.id = path.parent_id)
    select id from path order by level`);
  return rows.map((row) => row.id);
}

export const hasBrand = async (db: Queries, companyId: string, id: number): Promise<boolean> =>
  (await db.$count(brands, and(eq(brands.id, id), eq(brands.companyId, companyId)))) > 0;

export const hasSkin = async (db: Queries, companyId: string, id: number): Promise<boolean> =>
  (await db.$count(skins, and(eq(skins.id, id), eq(skins.companyId, companyId)))) > 0;

export async function findCompany(db: Queries, code: string): Promise<string | undefined> {
  const [row] = await db.select({ id: companies.id }).from(companies).where(eq(companies.code, code));
  return row?.id;
}

/** Those of the contents that exist and that the company's people may see; locked until the transaction ends. */
export async function lockSeen(db: Queries, companyId: string, ids: readonly number[]): Promise<number[]> {
  const held = await db
    .select({ id: contents.id })
    .from(contents)
    .where(and(inArray(contents.id, [...ids]), seenBy({ companyId, access: 3, draftsOf: companyId })))
    .orderBy(contents.id)
    .for('key share');
  return held.map(({ id }) => id);
}

export async function insertContent(db: Queries, content: NewContent): Promise<number> {
  const [row] = await db.insert(contents).values(content).returning({ id: contents.id });
  if (!row) throw new Error('A content was not written');
  await db.insert(contentDetails).values({ contentId: row.id });
  return row.id;
}

/** The content that a client has written with this key, if nobody has written it since. */
export async function findWritten(db: Queries, companyId: string, writeKey: string): Promise<number | undefined> {
  const isOwn = and(eq(contents.writeKey, writeKey), eq(contents.companyId, companyId), isNull(contents.deletedAt));
  const [row] = await db.select({ id: contents.id }).from(contents).where(isOwn);
  return row?.id;
}

/** Makes a new version of it, even if only its texts, details or files change. */
export async function saveContent(db: Queries, id: number, content: Partial<NewContent>): Promise<void> {
  const version = sql`${contents.version} + 1`;
  await db
    .update(contents)
    .set({ writeKey: null, ...content, version })
    .where(eq(contents.id, id));
}

export async function saveDetails(db: Queries, id: number, details: Details): Promise<void> {
  if (Object.keys(details).length > 0)
    await db.update(contentDetails).set(details).where(eq(contentDetails.contentId, id));
}

interface Texts {
  readonly title: string | undefined;
  readonly descr: string | undefined;
}

/** A new language takes the texts that are not given from the other one. */
export async function saveTexts(db: Queries, id: number, locale: Language, { title, descr }: Texts): Promise<void> {
  if (title === undefined && descr === undefined) return;
  const other = (name: 'title' | 'descr') =>
    sql<string>`(select ${sql.identifier(name)} from content_texts where content_id = ${id} order by locale = ${locale} desc limit 1)`;
  await db
    .insert(contentTexts)
    .values({
      contentId: id,
      locale,
      title: title ?? other('title'),
      descr: descr ?? sql`coalesce(${other('descr')}, '')`,
    })
    .onConflictDoUpdate({
      target: [contentTexts.contentId, contentTexts.locale],
      set: { ...(title !== undefined && { title }), ...(descr !== undefined && { descr }) },
    });
}

/** @returns the files of that language. @throws ApiError `invalidInput` if it is the last one */
export async function removeTexts(db: Queries, id: number, locale: Language): Promise<StoredFile[]> {
  await db.delete(contentTexts).where(and(eq(contentTexts.contentId, id), eq(contentTexts.locale, locale)));
  if ((await db.$count(contentTexts, eq(contentTexts.contentId, id))) === 0)
    throw new ApiError('invalidInput', `texts.${locale}`);
  const ofLanguage = and(eq(contentFiles.contentId, id), eq(contentFiles.locale, locale));
  return await db.delete(contentFiles).where(ofLanguage).returning();
}

export async function saveRelated(db: Queries, id: number, related: readonly number[]): Promise<void> {
  await db.delete(contentRelations).where(eq(contentRelations.contentId, id));
  if (related.length > 0)
    await db
      .insert(contentRelations)
      .values(related.map((relatedId, position) => ({ contentId: id, relatedId, position })));
}

/** A content that is a model gets a row to visit; its `extlId` is that row's id. */
export async function insertModel(db: Queries, contentId: number, id: string): Promise<void> {
  const made = await db.insert(models).values({ id, contentId }).onConflictDoNothing().returning({ id: models.id });
  if (made.length > 0) await db.update(contents).set({ extlId: id }).where(eq(contents.id, contentId));
}

export async function findFiles(db: Queries, contentId: number): Promise<StoredFile[]> {
  return await db
    .select()
    .from(contentFiles)
    .where(eq(contentFiles.contentId, contentId))
    .orderBy(contentFiles.position, contentFiles.id);
}

export async function saveFiles(
  db: Queries,
  {
    removed,
    changed,
    added,
  }: {
    readonly removed: readonly string[];
    readonly changed: readonly StoredFile[];
    readonly added: readonly NewFile[];
  },
): Promise<void> {
  if (removed.length > 0) await db.delete(contentFiles).where(inArray(contentFiles.id, [...removed]));
  for (const { id, position, name, descr } of changed)
    await db.update(contentFiles).set({ position, name, descr }).where(eq(contentFiles.id, id));
  if (added.length > 0) await db.insert(contentFiles).values([...added]);
}

/** Deletes a content and its parts. @returns their files */
export async function deleteContent(db: Queries, id: number): Promise<StoredFile[]> {
  const parts = sql`(with recursive parts as (
    select id from contents where id = ${id}
    union select contents.id from contents join parts on contents.group_id = parts.id) select id from parts)`;
  // Locked before their files are read, so that no file is added that nobody would delete.
  const held = await db.select({ id: contents.id }).from(contents).where(sql`${contents.id} in ${parts}`).for('update');
  const ids = held.map((row) => row.id);
  const files = await db.select().from(contentFiles).where(inArray(contentFiles.contentId, ids));
  await db.delete(contents).where(eq(contents.id, id));
  return files;
}

/** Whether one of these files has a row after all, when the result of storing it is unknown. */
export const isSomeFileReferenced = async (
  db: Pick<Database, 'transaction'>,
  ids: readonly string[],
): Promise<boolean> =>
  await db.transaction(async (transaction) => {
    // Waits until concurrent writes are committed or rolled back.
    await lockRevision(transaction);
    return (await transaction.$count(contentFiles, inArray(contentFiles.id, [...ids]))) > 0;
  });

/** A file, and whether the content that it belongs to is public and live. */
export async function findFile(db: Queries, id: string) {
  const [row] = await db
    .select({ file: contentFiles, visibility: contents.visibility, isShown: contents.isShown })
    .from(contentFiles)
    .innerJoin(contents, eq(contents.id, contentFiles.contentId))
    .where(eq(contentFiles.id, id));
  return row;
}
