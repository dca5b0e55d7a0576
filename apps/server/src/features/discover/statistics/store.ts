/** All SQL of the daily counts. */
import { type Content, type Language } from '@earth/contracts';
import { and, asc, between, desc, eq, inArray, isNull, or, type SQL, sql } from 'drizzle-orm';
import type { Queries } from '../../../db/database';
import { contents, contentTexts, dailyCounts } from '../../../db/schema';

/** Limit of the listed contents. */
const CONTENTS_MAX = 100;

export type Count = typeof dailyCounts.$inferInsert;

/** The owners of contents; missing contents are left out. */
export async function findOwners(db: Queries, ids: readonly number[]): Promise<Map<number, string>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .select({ id: contents.id, companyId: contents.companyId })
    .from(contents)
    .where(inArray(contents.id, [...new Set(ids)]));
  return new Map(rows.map(({ id, companyId }) => [id, companyId]));
}

/** Always in the same order, which rules out deadlocks. */
export async function add(db: Queries, counts: readonly Count[]): Promise<void> {
  if (counts.length === 0) return;
  const order = ({ kind, about }: Count) => `${kind} ${about}`;
  const { day, kind, about, locale } = dailyCounts;
  await db
    .insert(dailyCounts)
    .values(counts.toSorted((one, other) => (order(one) < order(other) ? -1 : 1)))
    .onConflictDoUpdate({
      target: [day, kind, about, locale],
      set: { count: sql`${dailyCounts.count} + excluded.count` },
    });
}

/** The contents of a company, from the first day to the last. */
export interface Span {
  readonly companyId: string;
  readonly from: string;
  readonly to: string;
}

const isOn = ({ from, to }: Span) => between(dailyCounts.day, from, to);
const sumWhere = (condition: SQL) =>
  sql<number>`coalesce(sum(${dailyCounts.count}) filter (where ${condition}), 0)`.mapWith(Number);
const screenViews = sumWhere(eq(dailyCounts.kind, 'screen'));
const contentViews = sumWhere(eq(dailyCounts.kind, 'content'));
const madeFavourites = sumWhere(eq(dailyCounts.kind, 'favourite'));

export async function findDays(db: Queries, span: Span) {
  const { day, locale, companyId } = dailyCounts;
  return await db
    .select({ day, locale, screens: screenViews, contents: contentViews, favourites: madeFavourites })
    .from(dailyCounts)
    .where(and(isOn(span), or(isNull(companyId), eq(companyId, span.companyId))))
    .groupBy(day, locale)
    .orderBy(asc(day), asc(locale));
}

export async function findScreens(db: Queries, span: Span) {
  return await db
    .select({ name: dailyCounts.about, views: screenViews })
    .from(dailyCounts)
    .where(and(isOn(span), eq(dailyCounts.kind, 'screen')))
    .groupBy(dailyCounts.about)
    .orderBy(desc(screenViews), asc(dailyCounts.about));
}

/** The most viewed first, with their titles in a language, else in the other one. */
export async function findContents(db: Queries, span: Span, language: Language) {
  const id = sql<number>`${dailyCounts.about}::integer`.mapWith(Number);
  const title = sql<string | null>`(
    select ${contentTexts.title} from ${contentTexts} where ${contentTexts.contentId} = ${contents.id}
    order by ${contentTexts.locale} = ${language} desc limit 1)`;
  return await db
    .select({
      contentId: id,
      contentName: title,
      contentType: sql<Content['ctnView'] | null>`${contents.ctnView}`,
      views: contentViews,
      favourites: madeFavourites,
    })
    .from(dailyCounts)
    .leftJoin(contents, eq(contents.id, id))
    .where(and(isOn(span), eq(dailyCounts.companyId, span.companyId)))
    .groupBy(dailyCounts.about, contents.id)
    .orderBy(desc(contentViews), desc(madeFavourites), asc(id))
    .limit(CONTENTS_MAX);
}
