/** All SQL of calls and of the people in them. */
import { and, count, desc, eq, getTableColumns, gte, inArray, isNull, lt, lte, ne, or, sql } from 'drizzle-orm';
import { waitForAll } from '../../../async/wait-for-all';
import type { Queries } from '../../../db/database';
import { isDuplicate } from '../../../db/query-error';
import { createStatement } from '../../../db/statement';
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
import type { Member } from '../messages';
import type { CallRow, CallState, Device, TargetRow } from './transitions';

const companiesById = createStatement((db) =>
  db
    .select({
      id: companies.id,
      paidService: companies.paidService,
      purchasedMinutes: companies.purchasedMinutes,
      usedMinutes: companies.usedMinutes,
      expiresAt: companies.expiresAt,
    })
    .from(companies)
    .where(sql`${companies.id} = any(${sql.placeholder('companyIds')}::uuid[])`)
    .prepare('companies that pay'),
);

/** Companies that pay by the minute, and what is left, by id. */
export async function findCompanies(db: Queries, companyIds: readonly string[]) {
  const found = await companiesById(db).execute({ companyIds });
  return new Map(found.map((company) => [company.id, company]));
}

export async function hasProduct(db: Queries, companyId: string, code: string): Promise<boolean> {
  const found = await db
    .select({ id: products.id })
    .from(products)
    .where(and(eq(products.companyId, companyId), eq(products.code, code)));
  return found.length > 0;
}

/** Whether the id is taken, by a call of any company. */
export async function hasCall(db: Queries, callId: string): Promise<boolean> {
  return (await db.select({ id: calls.id }).from(calls).where(eq(calls.id, callId))).length > 0;
}

/**
 * In a call that is open, because nobody stays in one that closes: without a join, whose plan would depend on how many calls there are.
 * Written out, as the index of the people in calls is: a prepared statement with a parameter could not use it.
 */
const isInside = sql`${callTargets.state} = 'joined'`;

const callsOfPeople = createStatement((db) =>
  db
    .select({ id: callTargets.callId, contactId: callTargets.contactId, deviceId: callTargets.deviceId })
    .from(callTargets)
    .where(and(sql`${callTargets.contactId} = any(${sql.placeholder('contactIds')}::uuid[])`, isInside))
    .prepare('calls that people are in'),
);

/**
 * Locks callers until the end of the transaction, so that nobody else starts a call of these people: of two who call each other at the same
 * moment one comes first. Locks are always taken in the same order, which rules out deadlocks.
 * @returns those of them who are in a call
 */
export async function lockCallers(db: Queries, contactIds: readonly string[]): Promise<Set<string>> {
  const ids = [...contactIds];
  const locking = db.execute(sql`select pg_advisory_xact_lock(key) from (
    select hashtextextended('caller:' || id, 0) as key from unnest(${sql.param(ids)}::text[]) as id order by key) as keys`);
  const finding = callsOfPeople(db).execute({ contactIds: ids });
  // Sent together, and read once they are locked.
  const [, found] = await waitForAll([locking, finding]);
  return new Set(found.map(({ contactId }) => contactId));
}

/** Whether an insert of calls failed because the id of one is taken. The database may insert the people first. */
export const isTaken = (error: unknown): boolean => isDuplicate(error, 'calls_pkey', 'call_targets_pkey');

/** Inserts calls and their people in one statement, so that the people who are called cannot read them half written. */
export async function insertCalls(db: Queries, states: readonly CallState[]): Promise<void> {
  if (states.length === 0) return;
  const rows = states.map(({ call }) => call);
  const made = db.$with('made').as(db.insert(calls).values(rows).returning({ id: calls.id }));
  await db
    .with(made)
    .insert(callTargets)
    .values(states.flatMap(({ targets }) => targets));
}

/** Without receipts, which transitions do not change: a transition must not write back those that it read. */
const { deliveredPosition: _delivered, readPosition: _read, ...targetColumns } = getTableColumns(callTargets);

/** Row lock on a call until the end of the transaction: to change it (`update`), or to keep others from changing it (`share`). */
type RowLock = 'update' | 'share';

/** @param lock locks the call's row until the end of the transaction */
export async function findCall(db: Queries, callId: string, lock?: RowLock): Promise<CallState | null> {
  return lock ? await lockCall(db, callId, lock) : await readCall(db, callId);
}

/** Reads in one statement: a call that ends at the same time is seen entirely before or after. */
async function readCall(db: Queries, callId: string): Promise<CallState | null> {
  const rows = await db
    .select({ call: calls, target: targetColumns })
    .from(calls)
    .innerJoin(callTargets, eq(callTargets.callId, calls.id))
    .where(eq(calls.id, callId))
    .orderBy(callTargets.contactId);
  const [first] = rows;
  return first ? { call: first.call, targets: rows.map(({ target }) => target) } : null;
}

/** Reads the people after the row is locked: a join would return them as they were before the wait. */
async function lockCall(db: Queries, callId: string, lock: RowLock): Promise<CallState | null> {
  const [call] = await db.select().from(calls).where(eq(calls.id, callId)).for(lock);
  return call ? { call, targets: await findTargets(db, [callId]) } : null;
}

/** Locks calls until the end of the transaction, in the order of their ids, which rules out deadlocks. @returns those that exist, by id */
export async function lockCalls(db: Queries, callIds: readonly string[]): Promise<ReadonlyMap<string, CallState>> {
  const locking = db
    .select()
    .from(calls)
    .where(sql`${calls.id} = any(${sql.param(callIds)}::uuid[])`)
    .orderBy(calls.id)
    .for('update')
    .prepare('calls to change')
    .execute();
  // Sent together: the people are read once the rows are locked.
  const [found, targets] = await waitForAll([locking, findTargets(db, callIds)]);
  return new Map(statesOf(found, targets).map((state) => [state.call.id, state]));
}

const findTargets = (db: Queries, callIds: readonly string[]): Promise<TargetRow[]> =>
  db
    .select(targetColumns)
    .from(callTargets)
    .where(sql`${callTargets.callId} = any(${sql.param(callIds)}::uuid[])`)
    .orderBy(callTargets.callId, callTargets.contactId)
    .prepare('people of calls')
    .execute();

interface Saved {
  readonly before: CallState;
  readonly after: CallState;
}

/** A statement takes 65,535 values. */
const TARGETS_PER_STATEMENT = 5_000;

/** Stores what has changed in calls that are locked. */
export async function saveSteps(db: Queries, steps: readonly Saved[]): Promise<void> {
  const targets = steps.flatMap(({ before, after }) => after.targets.filter((one) => !before.targets.includes(one)));
  const { state, deviceId, joinedAt, leftAt } = callTargets;
  const given = ({ name }: { readonly name: string }) => sql`excluded.${sql.identifier(name)}`;
  const changed = { state: given(state), deviceId: given(deviceId), joinedAt: given(joinedAt), leftAt: given(leftAt) };
  const saving: Promise<unknown>[] = [];
  for (let from = 0; from < targets.length; from += TARGETS_PER_STATEMENT)
    saving.push(
      db
        .insert(callTargets)
        .values(targets.slice(from, from + TARGETS_PER_STATEMENT))
        .onConflictDoUpdate({ target: [callTargets.callId, callTargets.contactId], set: changed })
        .execute(),
    );
  const rows = steps.flatMap(({ before, after }) => (after.call === before.call ? [] : after.call));
  if (rows.length > 0) saving.push(updateCalls(db, rows));
  await waitForAll(saving);
}

async function updateCalls(db: Queries, rows: readonly CallRow[]): Promise<void> {
  const list = (name: keyof CallRow, type: string) =>
    sql`${sql.param(rows.map((row) => row[name]))}::${sql.raw(type)}[]`;
  await db
    .update(calls)
    .set({
      answeredAt: sql`given.answered_at`,
      closedAt: sql`given.closed_at`,
      reason: sql`given.reason`,
      ringsUntil: sql`given.rings_until`,
      subject: sql`given.subject`,
    })
    .from(
      sql`unnest(${list('id', 'uuid')}, ${list('answeredAt', 'timestamptz')}, ${list('closedAt', 'timestamptz')},
        ${list('reason', 'text')}, ${list('ringsUntil', 'timestamptz')}, ${list('subject', 'text')})
        as given (id, answered_at, closed_at, reason, rings_until, subject)`,
    )
    .where(sql`${calls.id} = given.id`)
    .prepare('changes of calls')
    .execute();
}

/**
 * Counts the minutes of calls that ended, for companies that pay by the minute: one company after another in the order of their ids, which
 * rules out deadlocks.
 */
export async function countMinutes(db: Queries, minutesOf: ReadonlyMap<string, number>): Promise<void> {
  for (const companyId of [...minutesOf.keys()].toSorted()) {
    const minutes = minutesOf.get(companyId) ?? 0;
    if (minutes > 0)
      await db
        .update(companies)
        .set({ usedMinutes: sql`${companies.usedMinutes} + ${minutes}` })
        .where(and(eq(companies.id, companyId), companies.paidService));
  }
}

/** The open calls that each of these devices is in. */
export async function findCallsOfDevices(db: Queries, devices: readonly Device[]): Promise<string[][]> {
  const found = await callsOfPeople(db).execute({ contactIds: devices.map(({ contactId }) => contactId) });
  return devices.map(({ contactId, deviceId }) =>
    found.flatMap((one) => (one.contactId === contactId && one.deviceId === deviceId ? one.id : [])),
  );
}

/** The open calls that still ring, and until when. */
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
 * People who joined open calls before `since` and are still in them, on a device without a sign of life since then. Those not seen for
 * longest come first.
 */
export async function findPeopleInCalls(db: Queries, since: Date): Promise<Inside[]> {
  const seenAt = sql`coalesce(${contacts.lastSeenAt}, ${callTargets.joinedAt})`.mapWith(contacts.lastSeenAt);
  const found = await db
    .select({ callId: callTargets.callId, contactId: callTargets.contactId, deviceId: callTargets.deviceId, seenAt })
    .from(callTargets)
    .innerJoin(contacts, eq(contacts.id, callTargets.contactId))
    .leftJoin(sessions, and(eq(sessions.contactId, callTargets.contactId), eq(sessions.deviceId, callTargets.deviceId)))
    .where(and(isInside, lt(callTargets.joinedAt, since), or(isNull(sessions.seenAt), lte(sessions.seenAt, since))))
    .orderBy(seenAt);
  return found.map((one) => ({ ...one, deviceId: one.deviceId ?? '' }));
}

/** Ordered by time, not by id: a caller may choose the id of a call. */
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
  /** When the calls began: from this time on, and before that one. */
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  /** Who else called or was called. */
  readonly contactUniqueId?: string | undefined;
}

/** A page of the calls of a contact, newest first, and the total count. */
export async function findHistory(db: Queries, contactId: string, { page, pageSize, from, to, contactUniqueId }: Page) {
  const callsOf = (id: string) =>
    db.select({ id: callTargets.callId }).from(callTargets).where(eq(callTargets.contactId, id));
  const isTheirs = and(
    eq(callTargets.contactId, contactId),
    contactUniqueId === undefined ? undefined : inArray(calls.id, callsOf(contactUniqueId)),
    from === undefined ? undefined : gte(calls.startedAt, new Date(from)),
    to === undefined ? undefined : lt(calls.startedAt, new Date(to)),
  );
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
  const [counted] = await db
    .select({ total: count() })
    .from(callTargets)
    .innerJoin(calls, eq(calls.id, callTargets.callId))
    .where(isTheirs);
  return { states, total: counted?.total ?? 0 };
}

const statesOf = (found: readonly CallRow[], targets: readonly TargetRow[]): CallState[] =>
  found.map((call) => ({ call, targets: targets.filter((target) => target.callId === call.id) }));

async function withTargets(db: Queries, found: readonly CallRow[]): Promise<CallState[]> {
  if (found.length === 0) return [];
  const callIds = found.map((call) => call.id);
  return statesOf(found, await findTargets(db, callIds));
}

/** The number of messages, without those that were deleted, and of snapshots of each call. */
export async function countContents(db: Queries, callIds: readonly string[]) {
  const ids = [...callIds];
  if (ids.length === 0) return { messages: new Map<string, number>(), pics: new Map<string, number>() };
  const messages = await db
    .select({ callId: callMessages.placeId, count: count() })
    .from(callMessages)
    .where(and(inArray(callMessages.placeId, ids), isNull(callMessages.change), ne(callMessages.message, '')))
    .groupBy(callMessages.placeId);
  const pics = await db
    .select({ callId: callPics.callId, count: count() })
    .from(callPics)
    .where(inArray(callPics.callId, ids))
    .groupBy(callPics.callId);
  const countsOf = (rows: readonly { readonly callId: string; readonly count: number }[]) =>
    new Map(rows.map((row) => [row.callId, row.count]));
  return { messages: countsOf(messages), pics: countsOf(pics) };
}

/** A person of a call, as its messages need them. */
export interface CallMember extends Member, Pick<TargetRow, 'joinedAt' | 'leftAt'>, Pick<CallRow, 'closedAt'> {}

/** The people of these calls, by call id. Guests who left cannot come back, and read nothing further. */
export async function findMembers(db: Queries, callIds: readonly string[]): Promise<Map<string, CallMember[]>> {
  const { contactId, joinedAt, leftAt, deliveredPosition, readPosition } = callTargets;
  const found = await db
    .select({
      callId: callTargets.callId,
      member: { contactId, joinedAt, leftAt, deliveredPosition, readPosition },
      person: { name: contacts.name, isGuest: contacts.guest },
      closedAt: calls.closedAt,
      leftPosition: sql<string | null>`case when ${contacts.guest} and ${leftAt} is not null then (
        select coalesce(max(position), 0) from ${callMessages} as message
        where message.call_id = ${calls.id} and message.created_at <= ${leftAt}) end`,
    })
    .from(callTargets)
    .innerJoin(calls, eq(calls.id, callTargets.callId))
    .innerJoin(contacts, eq(contacts.id, contactId))
    .where(sql`${callTargets.callId} = any(${sql.param(callIds)}::uuid[])`)
    .orderBy(contactId);
  const people = new Map<string, CallMember[]>(callIds.map((id) => [id, []]));
  for (const { callId, member, person, closedAt, leftPosition } of found)
    people.get(callId)?.push({
      ...member,
      ...person,
      closedAt,
      joinedPosition: 0,
      leftPosition: leftPosition === null ? null : Number(leftPosition),
    });
  return people;
}
