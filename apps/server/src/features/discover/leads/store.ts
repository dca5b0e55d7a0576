/** All SQL of leads and of their queue. */
import {
  decode,
  type LeadItem,
  type LeadPart,
  leadParts,
  type LeadState,
  storedLead,
  type StoredLead,
} from '@earth/contracts';
import { and, count, desc, eq, inArray, isNull, lte, min, or, sql } from 'drizzle-orm';
import type { Queries } from '../../../db/database';
import { brands, companies, contacts, leads } from '../../../db/schema';

/**
 * The company whose admins read a lead: the only one that has a brand of that name, else that of the settings.
 * @returns null if there is none: the admins of all companies read it
 */
export async function findOwner(db: Queries, brand: string, otherwise: string | undefined): Promise<string | null> {
  const owners = await db.selectDistinct({ id: brands.companyId }).from(brands).where(eq(brands.name, brand)).limit(2);
  const [owner] = owners;
  if (owner && owners.length === 1) return owner.id;
  if (otherwise === undefined) return null;
  const [company] = await db.select({ id: companies.id }).from(companies).where(eq(companies.code, otherwise));
  return company?.id ?? null;
}

/** What the contact form of a company asks for. */
export async function findParts(db: Queries, companyId: string): Promise<readonly LeadPart[]> {
  const [row] = await db.select({ parts: companies.leadParts }).from(companies).where(eq(companies.id, companyId));
  return row?.parts ?? leadParts;
}

export async function add(db: Queries, row: typeof leads.$inferInsert): Promise<void> {
  await db.insert(leads).values(row);
}

/** Never fails: one invalid lead would hide the others of its page. */
function readLead(payload: unknown): StoredLead {
  const read = decode(storedLead, payload);
  // A value that is no object is shown as a lead without fields.
  return read.success ? read.data : readLead({});
}

/** The number of admins who read a lead: of its company, or of all companies if it has none. */
export const countReaders = async (db: Queries, companyId: string | null): Promise<number> =>
  await db.$count(
    contacts,
    and(eq(contacts.role, 'ADMIN'), companyId === null ? undefined : eq(contacts.companyId, companyId)),
  );

const isOpenTo = (companyId: string) => or(eq(leads.companyId, companyId), isNull(leads.companyId));

const itemOf = ({ id, createdAt, sentAt, state, payload }: typeof leads.$inferSelect): LeadItem => ({
  uniqueId: id,
  date: createdAt.toISOString(),
  sentDate: sentAt?.toISOString() ?? null,
  state,
  lead: readLead(payload),
});

/** The searched fields of a lead. */
const SEARCHED = ['Firstname', 'Lastname', 'Email', 'Phone', 'Address_City', 'Brand', 'Subject', 'Notes_Info'] as const;
const searched = sql`plain(concat_ws(' ', ${sql.join(
  SEARCHED.map((name) => sql`${leads.payload} ->> ${name}`),
  sql`, `,
)}))`;
const hasWords = (words: string) =>
  words
    .split(/\s+/)
    .filter((word) => word !== '')
    .map((word) => sql`position(plain(${word}) in ${searched}) > 0`);

interface LeadQuery {
  readonly query?: string | undefined;
  readonly state?: LeadState | undefined;
  readonly page: number;
  readonly pageSize: number;
}

/** Newest first. */
export async function findPage(db: Queries, companyId: string, { query = '', state, page, pageSize }: LeadQuery) {
  const areTheirs = and(isOpenTo(companyId), state && eq(leads.state, state), ...hasWords(query));
  const [rows, [counted]] = await Promise.all([
    db
      .select()
      .from(leads)
      .where(areTheirs)
      .orderBy(desc(leads.createdAt), desc(leads.id))
      .limit(pageSize)
      .offset((page - 1) * pageSize),
    db.select({ total: count() }).from(leads).where(areTheirs),
  ]);
  return { items: rows.map(itemOf), total: counted?.total ?? 0 };
}

export async function find(db: Queries, companyId: string, id: string): Promise<LeadItem | null> {
  const [row] = await db
    .select()
    .from(leads)
    .where(and(eq(leads.id, id), isOpenTo(companyId)));
  return row ? itemOf(row) : null;
}

/** @returns null if the company has no such lead */
export async function change(db: Queries, companyId: string, id: string, state: LeadState): Promise<LeadItem | null> {
  const [row] = await db
    .update(leads)
    .set({ state })
    .where(and(eq(leads.id, id), isOpenTo(companyId)))
    .returning();
  return row ? itemOf(row) : null;
}

export interface Due {
  readonly id: string;
  readonly payload: unknown;
  /** Including this attempt. */
  readonly tries: number;
}

/** Claims the due leads until `until`, longest due first. Leads that a dead server had claimed are due again. */
export async function claimDue(db: Queries, now: Date, until: Date, limit: number): Promise<Due[]> {
  const due = db
    .select({ id: leads.id })
    .from(leads)
    .where(and(isNull(leads.sentAt), lte(leads.dueAt, now)))
    .orderBy(leads.dueAt, leads.id)
    .limit(limit)
    .for('update', { skipLocked: true });
  return await db
    .update(leads)
    .set({ dueAt: until, tries: sql`${leads.tries} + 1` })
    .where(inArray(leads.id, due))
    .returning({ id: leads.id, payload: leads.payload, tries: leads.tries });
}

export async function findNextDue(db: Queries): Promise<Date | null> {
  const [next] = await db
    .select({ at: min(leads.dueAt) })
    .from(leads)
    .where(isNull(leads.sentAt));
  return next?.at ?? null;
}

export async function markSent(db: Queries, id: string, sentAt: Date): Promise<void> {
  await db
    .update(leads)
    .set({ sentAt })
    .where(and(eq(leads.id, id), isNull(leads.sentAt)));
}

export async function postpone(db: Queries, id: string, dueAt: Date): Promise<void> {
  await db.update(leads).set({ dueAt }).where(eq(leads.id, id));
}

export async function deleteBefore(db: Queries, moment: Date): Promise<void> {
  await db.delete(leads).where(lte(leads.createdAt, moment));
}
