/** All SQL of rate limits, and of the devices that were signed in before. */
import { and, desc, eq, inArray, lte, notInArray, sql } from 'drizzle-orm';
import type { Queries } from '../../../db/database';
import { knownDevices, loginCodes, rateLimits } from '../../../db/schema';

const DAY_MS = 24 * 3600_000;
export const KNOWN_DAYS = 180;
/** Per contact. */
const KNOWN_MAX = 50;

export type Counted = typeof rateLimits.$inferSelect;

/** The counters of these keys. Creates missing ones, and locks all in a fixed order. */
export async function lockCounters(db: Queries, keys: readonly string[], now: Date): Promise<Counted[]> {
  const fresh = { hourStart: now, inHour: 0, dayStart: now, inDay: 0, lastAt: now };
  return await db
    .insert(rateLimits)
    .values(keys.toSorted().map((key) => ({ key, ...fresh })))
    .onConflictDoUpdate({ target: rateLimits.key, set: { key: sql`excluded.key` } })
    .returning();
}

export async function writeCounter(db: Queries, { key, ...counted }: Counted): Promise<void> {
  await db.update(rateLimits).set(counted).where(eq(rateLimits.key, key));
}

/** Rows that another transaction has locked are left for the next sweep. */
export async function sweep(db: Queries, now: Date): Promise<void> {
  const dayBefore = new Date(now.getTime() - DAY_MS);
  const old = db
    .select({ key: rateLimits.key })
    .from(rateLimits)
    .where(lte(rateLimits.lastAt, dayBefore))
    .limit(1000)
    .for('update', { skipLocked: true });
  await db.delete(rateLimits).where(inArray(rateLimits.key, old));
  await db.delete(loginCodes).where(lte(loginCodes.expiresAt, now));
  await db.delete(knownDevices).where(lte(knownDevices.usedAt, new Date(now.getTime() - KNOWN_DAYS * DAY_MS)));
}

/** Whether one of the contacts was signed in on the device before. */
export async function isKnown(db: Queries, hash: string, contactIds: readonly string[]): Promise<boolean> {
  const found = await db
    .select({ hash: knownDevices.hash })
    .from(knownDevices)
    .where(and(eq(knownDevices.hash, hash), inArray(knownDevices.contactId, [...contactIds])))
    .limit(1);
  return found.length > 0;
}

/** Whether any contact was signed in on the device before. */
export async function isAnybodys(db: Queries, hash: string): Promise<boolean> {
  const found = await db
    .select({ hash: knownDevices.hash })
    .from(knownDevices)
    .where(eq(knownDevices.hash, hash))
    .limit(1);
  return found.length > 0;
}

/** @returns whether the device is known for the contact */
export async function renewKnown(db: Queries, hash: string, contactId: string, now: Date): Promise<boolean> {
  const renewed = await db
    .update(knownDevices)
    .set({ usedAt: now })
    .where(and(eq(knownDevices.hash, hash), eq(knownDevices.contactId, contactId)))
    .returning({ hash: knownDevices.hash });
  return renewed.length > 0;
}

/** Marks a device as known; of a contact's devices the most recently used ones stay known. */
export async function insertKnown(db: Queries, hash: string, contactId: string, now: Date): Promise<void> {
  await db
    .insert(knownDevices)
    .values({ hash, contactId, usedAt: now })
    .onConflictDoUpdate({ target: [knownDevices.hash, knownDevices.contactId], set: { usedAt: now } });
  const newest = db
    .select({ hash: knownDevices.hash })
    .from(knownDevices)
    .where(eq(knownDevices.contactId, contactId))
    .orderBy(desc(knownDevices.usedAt))
    .limit(KNOWN_MAX);
  await db
    .delete(knownDevices)
    .where(and(eq(knownDevices.contactId, contactId), notInArray(knownDevices.hash, newest)));
}
