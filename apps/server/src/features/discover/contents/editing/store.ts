/** All SQL of editing: a content in all its languages, and who is editing it. */
import type { Language } from '@earth/contracts';
import { and, asc, eq, gt, lte, ne, or } from 'drizzle-orm';
import type { Queries } from '../../../../db/database';
import { contacts, contentEditors, contentRelations, contentTexts } from '../../../../db/schema';

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

interface Editing {
  readonly contentId: number;
  readonly contactId: string;
}

/** Until then, unless it is called again; also forgets those whose time is over. */
export async function saveEditor(
  db: Queries,
  { contentId, contactId, now, until }: Editing & { readonly now: Date; readonly until: Date | null },
): Promise<void> {
  const isMine = eq(contentEditors.contactId, contactId);
  const isOver = until === null ? or(isMine, lte(contentEditors.until, now)) : lte(contentEditors.until, now);
  await db.delete(contentEditors).where(and(eq(contentEditors.contentId, contentId), isOver));
  if (until === null) return;
  await db
    .insert(contentEditors)
    .values({ contentId, contactId, until })
    .onConflictDoUpdate({ target: [contentEditors.contentId, contentEditors.contactId], set: { until } });
}

/** The names of the others who are editing a content. */
export async function findOthers(
  db: Queries,
  { contentId, contactId, now }: Editing & { readonly now: Date },
): Promise<string[]> {
  const rows = await db
    .select({ name: contacts.name })
    .from(contentEditors)
    .innerJoin(contacts, eq(contacts.id, contentEditors.contactId))
    .where(
      and(
        eq(contentEditors.contentId, contentId),
        ne(contentEditors.contactId, contactId),
        gt(contentEditors.until, now),
      ),
    )
    .orderBy(contacts.name);
  return rows.map(({ name }) => name);
}
