/** The log of changes, as far as people and settings are concerned. */
import type { ChangeAction } from '@earth/contracts';
import { and, eq, inArray, sql } from 'drizzle-orm';
import type { Queries } from '../../../db/database';
import { changes, invitations } from '../../../db/schema';
import { tokenLabel } from '../../../http/api-tokens';
import type { Principal, TokenCaller } from '../../../http/principal';

/** A contact, or an API token. */
export type Author = Pick<Principal, 'contactId' | 'companyId'> | TokenCaller;

interface Change {
  readonly by: Author;
  readonly at: Date;
  readonly action: ChangeAction;
  /** `id` is that of a person; absent for somebody who has no account yet, and for things. */
  readonly subject: { readonly id?: string; readonly name: string };
  /** By which somebody without an account was invited. */
  readonly invitationId?: string;
}

/** A line of the log of changes. */
export const logChange = (db: Queries, { by, at, ...line }: Change): Promise<void> =>
  logChanges(db, { by, at }, [line]);

const LINES_AT_ONCE = 1000;

/** Lines of the log of changes that one author makes at once. */
export async function logChanges(
  db: Queries,
  { by, at }: Pick<Change, 'by' | 'at'>,
  lines: readonly Pick<Change, 'action' | 'subject' | 'invitationId'>[],
): Promise<void> {
  const { companyId, contactId } = by;
  const contactName =
    contactId === null ? tokenLabel(by.tokenName) : sql<string>`(select name from contacts where id = ${contactId})`;
  for (let from = 0; from < lines.length; from += LINES_AT_ONCE)
    await db.insert(changes).values(
      lines.slice(from, from + LINES_AT_ONCE).map(({ action, subject: { id, name }, invitationId }) => ({
        companyId,
        contactId,
        contactName,
        at,
        action,
        title: name,
        ...(id !== undefined && { subjectId: id }),
        ...(invitationId !== undefined && { invitationId }),
      })),
    );
}

/** The person who has accepted an invitation is the one of its line. */
export async function nameInvited(db: Queries, invitationId: string, contactId: string): Promise<void> {
  await db.update(changes).set({ subjectId: contactId }).where(eq(changes.invitationId, invitationId));
}

/** Takes a person's name out of the log, also that of invitations to them that nobody accepted; what happened stays. */
export async function renameInLog(
  db: Queries,
  person: { readonly id: string; readonly companyId: string; readonly email: string },
  name: string,
): Promise<void> {
  await db.update(changes).set({ contactName: name }).where(eq(changes.contactId, person.id));
  await db.update(changes).set({ title: name }).where(eq(changes.subjectId, person.id));
  const theirs = db
    .select({ id: invitations.id })
    .from(invitations)
    .where(and(eq(invitations.companyId, person.companyId), eq(invitations.email, person.email)));
  await db.update(changes).set({ title: name }).where(inArray(changes.invitationId, theirs));
}
