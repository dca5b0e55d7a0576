import { sql } from 'drizzle-orm';
import { index, integer, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { made, moment } from './columns';

/** Minutes that companies have bought. The id is also the idempotency key at the payment provider. */
export const purchases = pgTable(
  'purchases',
  {
    id: uuid().primaryKey(),
    companyId: uuid('company_id').notNull(),
    /** Made by the client for one purchase. */
    key: uuid().notNull(),
    buyerId: uuid('buyer_id'),
    minutes: integer().notNull(),
    /** In the smallest unit of the currency. */
    amount: integer().notNull(),
    currency: text().notNull(),
    state: text({ enum: ['pending', 'paid', 'declined', 'failed'] })
      .notNull()
      .default('pending'),
    /** The provider's name of the payment. */
    reference: text(),
    createdAt: made(),
    settledAt: moment('settled_at'),
  },
  (table) => [
    uniqueIndex('purchases_company_key').on(table.companyId, table.key),
    index('purchases_company').on(table.companyId, table.createdAt),
    index('purchases_pending').on(table.createdAt).where(sql`${table.state} = 'pending'`),
  ],
);
