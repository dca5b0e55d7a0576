/** All SQL of editing: a content in all its languages, and who is editing it. */
import type { BrandsAndSkins, EditedPart, Language } from '@earth/contracts';
import { and, asc, eq, gt, lte, ne, or } from 'drizzle-orm';
import type { Queries } from '../../../../db/database';
import { brands, contacts, contentRelations, contentTexts, editors, skins } from '../../../../db/schema';

/** The texts that are stored, by language. */
export async function findTexts(db: Queries, contentId: number) {
  const rows = await db.select().from(contentTexts).where(eq(contentTexts.contentId, contentId));
  return new Map(
    rows.map(({ locale, title, descr }): [Language, { title: string; descr: string }] => [locale, { title, descr }]),
  );
}

export async function findRelated(db: Queries, contentId: number): Promise<number[]> {
  const rows = await db
    .select({ id: contentRelations.relatedId })
    .from(contentRelations)
    .where(eq(contentRelations.contentId, contentId))
    .orderBy(asc(contentRelations.position));
  return rows.map(({ id }) => id);
}

/** The brands and skins of a company, those of the same name in the order in which they were made. */
export async function findBrandsAndSkins(db: Queries, companyId: string): Promise<BrandsAndSkins> {
  const { id, hdBgColor, hdFontColor } = skins;
  const [ofBrands, ofSkins] = await Promise.all([
    db
      .select({ id: brands.id, name: brands.name })
      .from(brands)
      .where(eq(brands.companyId, companyId))
      .orderBy(asc(brands.name), asc(brands.id)),
    db.select({ id, hdBgColor, hdFontColor }).from(skins).where(eq(skins.companyId, companyId)).orderBy(asc(id)),
  ]);
  return { brands: ofBrands, skins: ofSkins };
}

/** What is edited: a content, or a part of a company. */
export type EditedPlace = { readonly contentId: number } | { readonly companyId: string; readonly part: EditedPart };

interface Editing {
  readonly place: EditedPlace;
  readonly contactId: string;
  readonly now: Date;
}

const isAt = (place: EditedPlace) =>
  'contentId' in place
    ? eq(editors.contentId, place.contentId)
    : and(eq(editors.companyId, place.companyId), eq(editors.part, place.part));

/** Until then, unless it is called again; also forgets those whose time is over. */
export async function saveEditor(
  db: Queries,
  { place, contactId, now, until }: Editing & { readonly until: Date | null },
): Promise<void> {
  const isMine = eq(editors.contactId, contactId);
  const isOver = until === null ? or(isMine, lte(editors.until, now)) : lte(editors.until, now);
  await db.delete(editors).where(and(isAt(place), isOver));
  if (until === null) return;
  await db
    .insert(editors)
    .values({ ...place, contactId, until })
    .onConflictDoUpdate({
      target: [editors.contentId, editors.companyId, editors.part, editors.contactId],
      set: { until },
    });
}

/** The names of the others who are editing there. */
export async function findOthers(db: Queries, { place, contactId, now }: Editing): Promise<string[]> {
  const rows = await db
    .select({ name: contacts.name })
    .from(editors)
    .innerJoin(contacts, eq(contacts.id, editors.contactId))
    .where(and(isAt(place), ne(editors.contactId, contactId), gt(editors.until, now)))
    .orderBy(contacts.name);
  return rows.map(({ name }) => name);
}
