/** The history of contents, and the log of changes by people. */
import type { ChangeAction } from '@earth/contracts';
import { isNotNull } from 'drizzle-orm';
import { index, integer, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { moment } from './columns';
import { numbered } from './contents';

/** `tokenName`: of the API token that wrote it, which is no contact. */
export const contentHistory = pgTable(
  'content_history',
  {
    id: numbered('content_history'),
    contentId: integer('content_id').notNull(),
    contactId: uuid('contact_id'),
    tokenName: text('token_name'),
    at: moment('at').notNull(),
    snapshot: jsonb().notNull(),
  },
  (table) => [
    index('content_history_content').on(table.contentId, table.id),
    index('content_history_contact').on(table.contactId),
  ],
);

/**
 * Kept for a year, with the names of that time. `contactId`: who did it; `subjectId`: the person to whom it was done. When their data is
 * deleted, their names become neutral.
 */
export const changes = pgTable(
  'changes',
  {
    id: numbered('changes'),
    companyId: uuid('company_id').notNull(),
    contactId: uuid('contact_id'),
    contactName: text('contact_name').notNull(),
    subjectId: uuid('subject_id'),
    invitationId: uuid('invitation_id'),
    at: moment('at').notNull(),
    action: text().$type<ChangeAction>().notNull(),
    contentId: integer('content_id'),
    title: text().notNull(),
  },
  (table) => [
    index('changes_company').on(table.companyId, table.id),
    index('changes_at').on(table.at),
    index('changes_contact').on(table.contactId),
    index('changes_subject').on(table.subjectId),
    index('changes_invitation').on(table.invitationId).where(isNotNull(table.invitationId)),
  ],
);
