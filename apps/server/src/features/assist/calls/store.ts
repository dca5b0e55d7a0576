/** All SQL of calls and of the people in them. */
import { and, count, desc, eq, inArray, isNull, lt, lte, or, sql } from 'drizzle-orm';
import type { Queries } from '../../../db/database';
import { isDuplicate } from '../../../db/query-error';
import {
  callMessages,
  callPics,
  callTargets,
  calls,
  companies,
  contacts,
  products,
  sessions,
} from '../../../db/schema';
import type { CallRow, CallState, Device, TargetRow } from './transitions';

/** Whoever pays by the minute, and what is left. */
export async function findCompany(db: Queries, companyId: string) {
  const [company] = await db
    .select({
      paidService: companies.paidService,
      purchasedMinutes: companies.purchasedMinutes,
      usedMinutes: companies.usedMinutes,
      expiresAt: companies.expiresAt,
    })
    .from(companies)
    .where(eq(companies.id, companyId));
  return company;
}

export async function hasProduct(db: Queries, companyId: string, code: string): Promise<boolean> {
  const found = await db
    .select({ id: products.id })
    .from(products)
    .where(and(eq(products.companyId, companyId), eq(products.code, code)));
  return found.length > 0;
}

/** Of whichever company. */
export async function hasCall(db: Queries, callId: string): Promise<boolean> {
  return (await db.select({ id: calls.id }).from(calls).where(eq(calls.id, callId))).length > 0;
}

/**
 * Until the end of the transaction nobody else begins a call of one of these people: of two who call each other in the
 * same moment one comes first. All take the locks in the same order, so that nobody waits in a circle.
 * @returns those of them who are in a call
 */
export async function holdCallers(db: Queries, contactIds: readonly string[]): Promise<Set<string>> {
  const ids = [...contactIds];
  await db.execute(sql`select pg_advisory_xact_lock(key) from (
    select hashtextextended('caller:' || id, 0) as key from unnest(${sql.param(ids)}::text[]) as id order by key) as keys`);
  const found = await db
    .select({ contactId: callTargets.contactId })
    .from(callTargets)
    .innerJoin(calls, eq(calls.id, callTargets.callId))
    .where(and(inArray(callTargets.contactId, ids), eq(callTargets.state, 'joined'), isNull(calls.closedAt)));
  return new Set(found.map(({ contactId }) => contactId));
}

/**
 * In one statement: whoever is called waits for it.
 * @returns false where the id is that of another call: nothing more can be done in the transaction then
 */
export async function insertCall(db: Queries, { call, targets }: CallState): Promise<boolean> {
  const made = db.$with('made').as(db.insert(calls).values(call).returning({ id: calls.id }));
  try {
    await db
      .with(made)
      .insert(callTargets)
      .values([...targets]);
    return true;
  } catch (error) {
    // The database may write the people first.
    if (isDuplicate(error, 'calls_pkey', 'call_targets_pkey')) return false;
    throw error;
  }
}

/** Until when a call is held: to change it (`update`), or so that nobody changes it meanwhile (`share`). */
type Hold = 'update' | 'share';

/** @param hold holds the call until the end of the transaction: who else wants to change it waits */
export async function findCall(db: Queries, callId: string, hold?: Hold): Promise<CallState | null> {
  return hold ? await holdCall(db, callId, hold) : await readCall(db, callId);
}

/** In one statement: a call that ends meanwhile is seen whole, before or after. */
async function readCall(db: Queries, callId: string): Promise<CallState | null> {
  const rows = await db
    .select()
    .from(calls)
    .innerJoin(callTargets, eq(callTargets.callId, calls.id))
    .where(eq(calls.id, callId))
    .orderBy(callTargets.contactId);
  const [first] = rows;
  return first ? { call: first.calls, targets: rows.map((row) => row.call_targets) } : null;
}

/** The people are read once the call is held: a join would give them as they were before the wait. */
async function holdCall(db: Queries, callId: string, hold: Hold): Promise<CallState | null> {
  const [call] = await db.select().from(calls).where(eq(calls.id, callId)).for(hold);
  return call ? { call, targets: await findTargets(db, [callId]) } : null;
}

const findTargets = (db: Queries, callIds: readonly string[]): Promise<TargetRow[]> =>
  db
    .select()
    .from(callTargets)
    .where(inArray(callTargets.callId, [...callIds]))
    .orderBy(callTargets.callId, callTargets.contactId);

/** Writes down what has changed. The minutes of a call that ends are those of the caller's company. */
export async function saveStep(db: Queries, before: CallState, after: CallState, minutes: number): Promise<void> {
  for (const target of after.targets) {
    if (before.targets.includes(target)) continue;
    const { callId: _, contactId: __, ...changed } = target;
    await db
      .insert(callTargets)
      .values(target)
      .onConflictDoUpdate({ target: [callTargets.callId, callTargets.contactId], set: changed });
  }
  if (after.call === before.call) return;
  const { answeredAt, closedAt, reason, ringsUntil, subject } = after.call;
  await db.update(calls).set({ answeredAt, closedAt, reason, ringsUntil, subject }).where(eq(calls.id, after.call.id));
  if (minutes > 0)
    await db
      .update(companies)
      .set({ usedMinutes: sql`${companies.usedMinutes} + ${minutes}` })
      .where(and(eq(companies.id, after.call.companyId), companies.paidService));
}

/** The open calls that a device is in. */
export async function findCallsOfDevice(db: Queries, { contactId, deviceId }: Device): Promise<string[]> {
  const found = await db
    .select({ id: calls.id })
    .from(callTargets)
    .innerJoin(calls, eq(calls.id, callTargets.callId))
    .where(
      and(
        eq(callTargets.contactId, contactId),
        eq(callTargets.deviceId, deviceId),
        eq(callTargets.state, 'joined'),
        isNull(calls.closedAt),
      ),
    );
  return found.map((call) => call.id);
}

/** The open calls in which somebody still rings, and until when. */
export async function findRings(db: Queries): Promise<Pick<CallRow, 'id' | 'ringsUntil'>[]> {
  return db
    .selectDistinct({ id: calls.id, ringsUntil: calls.ringsUntil })
    .from(calls)
    .innerJoin(callTargets, eq(callTargets.callId, calls.id))
    .where(and(isNull(calls.closedAt), eq(callTargets.state, 'ringing')));
}

interface Inside extends Device {
  readonly callId: string;
  /** Their last sign of life. */
  readonly seenAt: Date;
}

/**
 * Those who came into open calls before `since` and are still in them, on a device that has given no sign of life since:
 * whoever was not seen for longest first.
 */
export async function findPeopleInCalls(db: Queries, since: Date): Promise<Inside[]> {
  const seenAt = sql`coalesce(${contacts.lastSeenAt}, ${callTargets.joinedAt})`.mapWith(contacts.lastSeenAt);
  const found = await db
    .select({ callId: calls.id, contactId: callTargets.contactId, deviceId: callTargets.deviceId, seenAt })
    .from(calls)
    .innerJoin(callTargets, eq(callTargets.callId, calls.id))
    .innerJoin(contacts, eq(contacts.id, callTargets.contactId))
    .leftJoin(sessions, and(eq(sessions.contactId, callTargets.contactId), eq(sessions.deviceId, callTargets.deviceId)))
    .where(
      and(
        isNull(calls.closedAt),
        eq(callTargets.state, 'joined'),
        lt(callTargets.joinedAt, since),
        or(isNull(sessions.seenAt), lte(sessions.seenAt, since)),
      ),
    )
    .orderBy(seenAt);
  return found.map((one) => ({ ...one, deviceId: one.deviceId ?? '' }));
}

/** A call's id says nothing of when: whoever calls may choose it. */
const newestFirst = [desc(calls.startedAt), desc(calls.id)];

/** The open calls of a contact, newest first. */
export async function findOpenCalls(db: Queries, contactId: string): Promise<CallState[]> {
  const found = await db
    .select({ call: calls })
    .from(callTargets)
    .innerJoin(calls, eq(calls.id, callTargets.callId))
    .where(and(eq(callTargets.contactId, contactId), isNull(calls.closedAt)))
    .orderBy(...newestFirst);
  return withTargets(
    db,
    found.map((row) => row.call),
  );
}

export interface Page {
  /** From 1. */
  readonly page: number;
  readonly pageSize: number;
}

/** A page of all calls of a contact, newest first, and how many there are. */
export async function findHistory(db: Queries, contactId: string, { page, pageSize }: Page) {
  const isTheirs = eq(callTargets.contactId, contactId);
  const found = await db
    .select({ call: calls })
    .from(callTargets)
    .innerJoin(calls, eq(calls.id, callTargets.callId))
    .where(isTheirs)
    .orderBy(...newestFirst)
    .limit(pageSize)
    .offset((page - 1) * pageSize);
  const states = await withTargets(
    db,
    found.map((row) => row.call),
  );
  return { states, total: await db.$count(callTargets, isTheirs) };
}

async function withTargets(db: Queries, found: readonly CallRow[]): Promise<CallState[]> {
  if (found.length === 0) return [];
  const callIds = found.map((call) => call.id);
  const targets = await findTargets(db, callIds);
  return found.map((call) => ({ call, targets: targets.filter((target) => target.callId === call.id) }));
}

/** How many messages and pics each of some calls has. */
export async function countContents(db: Queries, callIds: readonly string[]) {
  const ids = [...callIds];
  const countIn = async (table: typeof callMessages | typeof callPics) => {
    if (ids.length === 0) return new Map<string, number>();
    const found = await db
      .select({ callId: table.callId, count: count() })
      .from(table)
      .where(inArray(table.callId, ids))
      .groupBy(table.callId);
    return new Map(found.map((row) => [row.callId, row.count]));
  };
  return { messages: await countIn(callMessages), pics: await countIn(callPics) };
}
