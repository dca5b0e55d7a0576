/** Webhooks, and the queue and log of what is delivered to them. */
import type { WebhookDelivery, WebhookEvent } from '@earth/contracts';
import { isNotNull } from 'drizzle-orm';
import { boolean, index, integer, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { made, moment } from './columns';

/** `failures`: attempts that failed since one succeeded. `language`: that of the admin who made it, for mails about it. */
export const webhooks = pgTable(
  'webhooks',
  {
    id: uuid().primaryKey(),
    companyId: uuid('company_id').notNull(),
    url: text().notNull(),
    events: jsonb().$type<WebhookEvent[]>().notNull(),
    sealedSecret: text('sealed_secret').notNull(),
    formerSecret: text('former_secret'),
    formerUntil: moment('former_until'),
    language: text().notNull(),
    failures: integer().notNull().default(0),
    disabledAt: moment('disabled_at'),
    createdAt: made(),
  },
  (table) => [index('webhooks_company').on(table.companyId, table.createdAt)],
);

/** `dueAt` null: done. `status`: that of the last answer. */
export const webhookDeliveries = pgTable(
  'webhook_deliveries',
  {
    id: uuid().primaryKey(),
    webhookId: uuid('webhook_id').notNull(),
    event: text().$type<WebhookDelivery['event']>().notNull(),
    body: text().notNull(),
    createdAt: moment('created_at').notNull(),
    dueAt: moment('due_at'),
    tries: integer().notNull().default(0),
    status: integer(),
    doneAt: moment('done_at'),
    isDelivered: boolean('is_delivered').notNull().default(false),
  },
  (table) => [
    index('webhook_deliveries_webhook').on(table.webhookId, table.createdAt),
    index('webhook_deliveries_due').on(table.dueAt).where(isNotNull(table.dueAt)),
    index('webhook_deliveries_created').on(table.createdAt),
  ],
);
