/** The log of changes, as far as people and settings are concerned. */
import type { ChangeAction } from '@earth/contracts';
import { eq, sql } from 'drizzle-orm';
import type { Queries } from '../../../db/database';
import { changes } from '../../../db/schema';
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
}

/** A line of the log of changes. */
export const logChange = (db: Queries, { by, at, ...line }: Change): Promise<void> =>
  logChanges(db, { by, at }, [line]);

const LINES_AT_ONCE = 1000;

/** Lines of the log of changes that one author makes at once. */
export async function logChanges(
  db: Queries,
  { by, at }: Pick<Change, 'by' | 'at'>,
  lines: readonly Pick<Change, 'action' | 'subject'>[],
): Promise<void> {
  const { companyId, contactId } = by;
  const contactName =
    contactId === null ? tokenLabel(by.tokenName) : sql<string>`(select name from contacts where id = ${contactId})`;
  for (let from = 0; from < lines.length; from += LINES_AT_ONCE)
    await db.insert(changes).values(
      lines.slice(from, from + LINES_AT_ONCE).map(({ action, subject: { id, name } }) => ({
        companyId,
        contactId,
        contactName,
        at,
        action,
        title: name,
        ...(id !== undefined && { subjectId: id }),
      })),
    );
}

/** Takes a person's name out of the log; what happened stays. An invitation of them is logged by the name only. */
export async function renameInLog(
  db: Queries,
  person: { readonly id: string; readonly companyId: string; readonly name: string },
  name: string,
): Promise<void> {
  await db.update(changes).set({ contactName: name }).where(eq(changes.contactId, person.id));
  await db.update(changes).set({ title: name }).where(eq(changes.subjectId, person.id));
  await db.execute(sql`update changes set title = ${name}
    where company_id = ${person.companyId} and action = 'invited' and subject_id is null and title = ${person.name}`);
}
