/** All SQL of usage. */
import type { StorageDay } from '@earth/contracts';
import { and, asc, between, eq, inArray, isNotNull, max, min, sql } from 'drizzle-orm';
import { type AnyPgColumn, union } from 'drizzle-orm/pg-core';
import type { Queries } from '../../../db/database';
import {
  callRatings,
  calls,
  categories,
  companies,
  contacts,
  contentFiles,
  contents,
  dailyCounts,
  menuFiles,
  photographs,
  products,
  roomParticipants,
  siteVersions,
  storageUsed,
} from '../../../db/schema';

/** A company, from the first day to the last, in Italy. */
export interface Span {
  readonly companyId: string;
  readonly from: string;
  readonly to: string;
}

export type StoredKind = Exclude<keyof StorageDay, 'day'>;
/** The kinds whose files are blobs, by folders that have an id. */
export type BlobKind = Exclude<StoredKind, 'photographs'>;

const startOf = (day: string, daysLater = 0) =>
  sql`((${day}::date + ${daysLater}::integer)::timestamp at time zone 'Europe/Rome')`;

export async function findCalls(db: Queries, { companyId, from, to }: Span) {
  const { startedAt, answeredAt, closedAt } = calls;
  // Grouped by the date, which is cheaper than its text.
  const date = sql`(${startedAt} at time zone 'Europe/Rome')::date`;
  const seconds = sql`sum(extract(epoch from ${closedAt} - ${answeredAt}))`;
  return await db
    .select({
      day: sql<string>`${date}::text`,
      calls: sql<number>`count(*)`.mapWith(Number),
      answered: sql<number>`count(${answeredAt})`.mapWith(Number),
      minutes: sql<number>`round(greatest(coalesce(${seconds}, 0), 0) / 60, 1)`.mapWith(Number),
    })
    .from(calls)
    .where(
      and(eq(calls.companyId, companyId), sql`${startedAt} >= ${startOf(from)}`, sql`${startedAt} < ${startOf(to, 1)}`),
    )
    .groupBy(date);
}

/** Of the calls that began in the span. */
export async function findRatings(db: Queries, { companyId, from, to }: Span) {
  const { startedAt } = calls;
  const [found] = await db
    .select({
      count: sql<number>`count(*)`.mapWith(Number),
      average: sql<number | null>`round(avg(${callRatings.stars}), 2)::float`,
    })
    .from(callRatings)
    .innerJoin(calls, eq(calls.id, callRatings.callId))
    .where(
      and(eq(calls.companyId, companyId), sql`${startedAt} >= ${startOf(from)}`, sql`${startedAt} < ${startOf(to, 1)}`),
    );
  return found ?? { count: 0, average: null };
}

export async function findViews(db: Queries, { companyId, from, to }: Span) {
  const { day, kind, count } = dailyCounts;
  return await db
    .select({ day, views: sql<number>`sum(${count})`.mapWith(Number) })
    .from(dailyCounts)
    .where(and(eq(dailyCounts.companyId, companyId), between(day, from, to), eq(kind, 'content')))
    .groupBy(day);
}

export async function findStorage(db: Queries, { companyId, from, to }: Span) {
  const { day, contents: ofContents, calls: ofCalls, rooms, photographs: ofPhotographs } = storageUsed;
  return await db
    .select({ day, contents: ofContents, calls: ofCalls, rooms, photographs: ofPhotographs })
    .from(storageUsed)
    .where(and(eq(storageUsed.companyId, companyId), between(day, from, to)))
    .orderBy(asc(day));
}

export async function findService(db: Queries, companyId: string) {
  const { paidService, purchasedMinutes, usedMinutes, expiresAt } = companies;
  const [row] = await db
    .select({ isPaid: paidService, purchasedMinutes, usedMinutes, expires: expiresAt })
    .from(companies)
    .where(eq(companies.id, companyId));
  if (!row) throw new Error('The company is gone');
  return { ...row, expires: row.expires?.toISOString() ?? null };
}

export async function findLastMeasured(db: Queries): Promise<Date | null> {
  const [row] = await db.select({ at: max(storageUsed.measuredAt) }).from(storageUsed);
  return row?.at ?? null;
}

export const findCompanies = async (db: Queries): Promise<string[]> =>
  (await db.select({ id: companies.id }).from(companies)).map(({ id }) => id);

/** The companies to which folders of blobs belong, by the id in the folder's name; unknown ids are left out. */
export async function findOwners(db: Queries, kind: BlobKind, ids: readonly string[]): Promise<Map<string, string>> {
  const found = await ownersOf(db, kind, [...ids]);
  return new Map(found.flatMap(({ id, companyId }) => (companyId === null ? [] : [[id, companyId] as const])));
}

async function ownersOf(db: Queries, kind: BlobKind, ids: string[]) {
  switch (kind) {
    case 'contents':
      return await db
        .select({ id: contentFiles.id, companyId: contents.companyId })
        .from(contentFiles)
        .innerJoin(contents, eq(contents.id, contentFiles.contentId))
        .where(inArray(contentFiles.id, ids));
    case 'calls':
      return await db.select({ id: calls.id, companyId: calls.companyId }).from(calls).where(inArray(calls.id, ids));
    case 'rooms':
      // People of a room are colleagues.
      return await db
        .select({ id: roomParticipants.roomId, companyId: min(sql<string>`${contacts.companyId}::text`) })
        .from(roomParticipants)
        .innerJoin(contacts, eq(contacts.id, roomParticipants.contactId))
        .where(inArray(roomParticipants.roomId, ids))
        .groupBy(roomParticipants.roomId);
  }
}

/**
 * The public files of companies, each once for each: pictures and map layers of menu entries, and what the menu editor has stored for a
 * draft; logos, pictures of products, audio; of the site's owner also those of all versions of the site.
 */
export async function findAssets(
  db: Queries,
  siteOwner: string | undefined,
): Promise<{ readonly companyId: string; readonly url: string }[]> {
  const columns = (companyId: AnyPgColumn, url: AnyPgColumn) => ({
    companyId: sql<string>`${companyId}`.as('company_id'),
    url: sql<string>`${url}`.as('url'),
  });
  const ofCompanies = (url: typeof companies.logoUrl | typeof companies.unavailableAudioUrl) =>
    db.select(columns(companies.id, url)).from(companies).where(isNotNull(url));
  const ofEntries = (url: typeof categories.imageUrl | typeof categories.attchmUrl) =>
    db
      .select(columns(categories.importCompanyId, url))
      .from(categories)
      .where(and(isNotNull(categories.importCompanyId), isNotNull(url)));
  const ofSite = (url: typeof siteVersions.logoUrl | typeof siteVersions.landingUrl) =>
    db
      .select(columns(companies.id, url))
      .from(siteVersions)
      .innerJoin(companies, eq(companies.code, siteOwner ?? ''))
      .where(isNotNull(url));
  return await union(
    db.select(columns(menuFiles.companyId, menuFiles.url)).from(menuFiles),
    ofEntries(categories.imageUrl),
    ofEntries(categories.attchmUrl),
    ofCompanies(companies.logoUrl),
    ofCompanies(companies.unavailableAudioUrl),
    db.select(columns(products.companyId, products.imageUrl)).from(products).where(isNotNull(products.imageUrl)),
    ofSite(siteVersions.logoUrl),
    ofSite(siteVersions.landingUrl),
  );
}

/** Bytes of kept photographs, by company. They are in the database. */
export async function sumPhotographs(db: Queries) {
  return await db
    .select({
      companyId: categories.companyId,
      bytes: sql<number>`sum(octet_length(${photographs.jpeg}))`.mapWith(Number),
    })
    .from(photographs)
    .innerJoin(categories, eq(categories.id, photographs.categoryId))
    .groupBy(categories.companyId);
}

/** Several servers may measure at once: what was begun last stays. */
export async function saveStorage(db: Queries, rows: readonly (typeof storageUsed.$inferInsert)[]): Promise<void> {
  if (rows.length === 0) return;
  await db
    .insert(storageUsed)
    .values([...rows])
    .onConflictDoUpdate({
      target: [storageUsed.companyId, storageUsed.day],
      set: {
        contents: sql`excluded.contents`,
        calls: sql`excluded.calls`,
        rooms: sql`excluded.rooms`,
        photographs: sql`excluded.photographs`,
        measuredAt: sql`excluded.measured_at`,
      },
      setWhere: sql`excluded.measured_at > ${storageUsed.measuredAt}`,
    });
}
