/** The log of changes, as far as people and settings are concerned. */
import type { ChangeAction } from '@earth/contracts';
import { eq, sql } from 'drizzle-orm';
import type { Queries } from '../../../db/database';
import { changes } from '../../../db/schema';
import type { Principal } from '../../../http/principal';

interface Change {
  readonly by: Pick<Principal, 'contactId' | 'companyId'>;
  readonly at: Date;
  readonly action: ChangeAction;
  /** `id` is that of a person; absent for somebody who has no account yet, and for things. */
  readonly subject: { readonly id?: string; readonly name: string };
}

/** A line of the log of changes. */
export async function logChange(db: Queries, { by, at, action, subject }: Change): Promise<void> {
  const { contactId, companyId } = by;
  const contactName = sql<string>`(select name from contacts where id = ${contactId})`;
  const named = { ...(subject.id !== undefined && { subjectId: subject.id }), title: subject.name };
  await db.insert(changes).values({ companyId, contactId, contactName, at, action, ...named });
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
