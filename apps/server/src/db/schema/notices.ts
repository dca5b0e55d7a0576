/** Notices to visitors, the browsers that asked for them, and what is on its way. */
import { isNotNull, isNull } from 'drizzle-orm';
import { index, integer, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { moment } from './columns';

/** `sendAt` null: a draft. `sentAt`: pushes are queued, and visitors see it. Deleted ones count for the limit of their day, and go afterwards. */
export const notices = pgTable(
  'notices',
  {
    id: uuid().primaryKey(),
    companyId: uuid('company_id').notNull(),
    titleEn: text('title_en').notNull(),
    textEn: text('text_en').notNull(),
    titleIt: text('title_it').notNull(),
    textIt: text('text_it').notNull(),
    contentId: integer('content_id'),
    version: integer().notNull().default(1),
    changedAt: moment('changed_at').notNull(),
    sendAt: moment('send_at'),
    sentAt: moment('sent_at'),
    deletedAt: moment('deleted_at'),
    wanted: integer().notNull().default(0),
    delivered: integer().notNull().default(0),
    failed: integer().notNull().default(0),
  },
  (table) => [
    index('notices_company').on(table.companyId, table.changedAt),
    index('notices_sent').on(table.sentAt).where(isNotNull(table.sentAt)),
    index('notices_waiting').on(table.sendAt).where(isNull(table.sentAt)),
    index('notices_content').on(table.contentId),
    index('notices_deleted').on(table.deletedAt).where(isNotNull(table.deletedAt)),
  ],
);

/** A browser that asked for notices: nothing else is known of the visitor. */
export const noticeSubscriptions = pgTable(
  'notice_subscriptions',
  {
    id: uuid().primaryKey(),
    address: text().notNull(),
    p256dh: text().notNull(),
    auth: text().notNull(),
    locale: text({ enum: ['en', 'it'] }).notNull(),
  },
  (table) => [uniqueIndex('notice_subscriptions_address').on(table.address)],
);

export const noticeDeliveries = pgTable(
  'notice_deliveries',
  {
    noticeId: uuid('notice_id').notNull(),
    subscriptionId: uuid('subscription_id').notNull(),
    dueAt: moment('due_at').notNull(),
    tries: integer().notNull().default(0),
  },
  (table) => [
    primaryKey({ columns: [table.noticeId, table.subscriptionId] }),
    index('notice_deliveries_subscription').on(table.subscriptionId),
    index('notice_deliveries_due').on(table.dueAt),
  ],
);
