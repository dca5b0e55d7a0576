/** All SQL of the menu editor. */
import type { Language, MenuDraft, MenuTree } from '@earth/contracts';
import { and, eq, inArray, lte, sql } from 'drizzle-orm';
import type { Queries } from '../../../../db/database';
import { categories, categoryTexts, contacts, contents, menuDrafts, menuFiles } from '../../../../db/schema';
import { type Author, tokenOf } from '../back-office/history-store';

/** What an admin has changed: the tree, and the published entries that it deletes. */
export interface Draft {
  readonly items: MenuTree;
  readonly removed: readonly number[];
}

export interface DraftRow extends Pick<MenuDraft, 'version' | 'changedBy'> {
  readonly draft: Draft | null;
  readonly changedAt: Date | null;
}

const NONE: DraftRow = { version: 0, draft: null, changedBy: null, changedAt: null };

export async function findDraft(db: Queries, companyId: string): Promise<DraftRow> {
  const [row] = await db
    .select({
      version: menuDrafts.version,
      draft: sql<Draft | null>`${menuDrafts.draft}`,
      changedBy: sql<string | null>`coalesce(${menuDrafts.changedByToken}, ${contacts.name})`,
      changedAt: menuDrafts.changedAt,
    })
    .from(menuDrafts)
    .leftJoin(contacts, eq(contacts.id, menuDrafts.changedById))
    .where(eq(menuDrafts.companyId, companyId));
  return row ?? NONE;
}

export const addFile = (db: Queries, url: string, companyId: string, at: Date) =>
  db
    .insert(menuFiles)
    .values({ url, companyId, unnamedSince: at })
    .onConflictDoUpdate({ target: menuFiles.url, set: { unnamedSince: at } });

/** The companies for whose menu files were stored. */
export async function findCompaniesWithFiles(db: Queries): Promise<string[]> {
  const rows = await db.selectDistinct({ companyId: menuFiles.companyId }).from(menuFiles);
  return rows.map(({ companyId }) => companyId);
}

export const findFiles = async (db: Queries, companyId: string) =>
  await db.select().from(menuFiles).where(eq(menuFiles.companyId, companyId));

export const setUnnamed = (db: Queries, urls: readonly string[], since: Date | null) =>
  db
    .update(menuFiles)
    .set({ unnamedSince: since })
    .where(inArray(menuFiles.url, [...urls]));

/** @returns those that were still without a name since before that */
export async function forgetFiles(db: Queries, urls: readonly string[], before: Date): Promise<string[]> {
  const gone = await db
    .delete(menuFiles)
    .where(and(inArray(menuFiles.url, [...urls]), lte(menuFiles.unnamedSince, before)))
    .returning({ url: menuFiles.url });
  return gone.map(({ url }) => url);
}

interface Change {
  readonly by: Author;
  readonly at: Date;
  readonly basedOn: number;
  readonly draft: Draft | null;
}

/** Compare-and-set, which also locks the company's menu until the transaction ends. @returns false: `basedOn` is no longer the version */
export async function changeDraft(db: Queries, { by, at, basedOn, draft }: Change): Promise<boolean> {
  const { companyId, contactId } = by;
  const changed = {
    version: basedOn + 1,
    draft,
    changedById: contactId,
    changedByToken: tokenOf(by),
    changedAt: at,
  };
  const rows =
    basedOn === 0
      ? await db
          .insert(menuDrafts)
          .values({ companyId, ...changed })
          .onConflictDoNothing()
          .returning({ version: menuDrafts.version })
      : await db
          .update(menuDrafts)
          .set(changed)
          .where(and(eq(menuDrafts.companyId, companyId), eq(menuDrafts.version, basedOn)))
          .returning({ version: menuDrafts.version });
  return rows.length > 0;
}

type Texts = Readonly<Record<Language, { readonly title: string; readonly descr: string } | null>>;

/** The published entries of a company, in order. */
export async function findPublished(db: Queries, companyId: string) {
  const textsIn = (language: Language) =>
    sql`(select jsonb_build_object('title', title, 'descr', descr) from category_texts
      where category_id = categories.id and locale = ${language})`;
  return await db
    .select({
      id: categories.id,
      parentId: categories.parentId,
      visibility: sql<'public' | 'company'>`case when ${categories.companyId} is null then 'public' else 'company' end`,
      code: categories.code,
      imageUrl: categories.imageUrl,
      attchmUrl: categories.attchmUrl,
      ctnType: categories.ctnType,
      ctnView: categories.ctnView,
      modelCode: categories.modelCode,
      texts: sql<Texts>`jsonb_build_object('en', ${textsIn('en')}, 'it', ${textsIn('it')})`,
      contentsCount: sql<number>`(select count(*)::integer from contents where category_id = categories.id and deleted_at is null)`,
    })
    .from(categories)
    .where(eq(categories.importCompanyId, companyId))
    .orderBy(categories.position, categories.id);
}
export type PublishedRow = Awaited<ReturnType<typeof findPublished>>[number];

type Entry = Omit<MenuTree[number], 'items'>;
interface Place {
  readonly companyId: string;
  readonly parentId: number | null;
  readonly level: number;
  readonly position: number;
}

/** @returns its number. If a published entry is gone, it is made again, under a new number. */
export async function saveEntry(db: Queries, entry: Entry, { companyId, ...place }: Place): Promise<number> {
  const { id, title, descr, visibility, ...columns } = entry;
  const row = { ...columns, ...place, companyId: visibility === 'company' ? companyId : null };
  const [changed] =
    id === null
      ? []
      : await db
          .update(categories)
          .set(row)
          .where(and(eq(categories.id, id), eq(categories.importCompanyId, companyId)))
          .returning({ id: categories.id });
  const [saved] = changed
    ? [changed]
    : await db
        .insert(categories)
        .values({ ...row, importCompanyId: companyId })
        .returning({ id: categories.id });
  const categoryId = saved?.id ?? 0;
  await db.delete(categoryTexts).where(eq(categoryTexts.categoryId, categoryId));
  const given = (['en', 'it'] as const).filter((locale) => title[locale] !== '');
  await db
    .insert(categoryTexts)
    .values(given.map((locale) => ({ categoryId, locale, title: title[locale], descr: descr[locale] })));
  return categoryId;
}

/** Deletes entries; their contents stay, without a place in the menu. */
export async function deleteEntries(db: Queries, companyId: string, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return;
  const own = and(eq(categories.importCompanyId, companyId), inArray(categories.id, [...ids]));
  await db
    .update(contents)
    .set({ categoryId: null, c1: null, c2: null, c3: null })
    .where(inArray(contents.categoryId, db.select({ id: categories.id }).from(categories).where(own)));
  await db.delete(categories).where(own);
}

/** Gives the contents of moved entries the path of their entry. */
export async function movePaths(db: Queries, companyId: string): Promise<void> {
  await db.execute(sql`
    with paths as (
      select third.id,
        case third.level when 1 then third.id when 2 then second.id else second.parent_id end as c1,
        case third.level when 2 then third.id when 3 then second.id end as c2,
        case third.level when 3 then third.id end as c3
      from categories as third left join categories as second on second.id = third.parent_id
      where third.import_company_id = ${companyId}
    )
    update contents set c1 = paths.c1, c2 = paths.c2, c3 = paths.c3 from paths
    where contents.category_id = paths.id
      and (contents.c1, contents.c2, contents.c3) is distinct from (paths.c1, paths.c2, paths.c3)`);
}
