/** API tokens of companies. */
import type { TokenScope } from '@earth/contracts';
import { index, jsonb, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { moment } from './columns';

/** `hash`: SHA-256 of the token, which is nowhere else. */
export const apiTokens = pgTable(
  'api_tokens',
  {
    id: uuid().primaryKey(),
    companyId: uuid('company_id').notNull(),
    name: text().notNull(),
    hash: text().notNull(),
    lastFour: text('last_four').notNull(),
    scopes: jsonb().$type<TokenScope[]>().notNull(),
    createdById: uuid('created_by_id'),
    createdAt: moment('created_at').notNull(),
    expiresAt: moment('expires_at').notNull(),
    lastUsedAt: moment('last_used_at'),
  },
  (table) => [
    uniqueIndex('api_tokens_hash').on(table.hash),
    index('api_tokens_company').on(table.companyId, table.createdAt),
    index('api_tokens_created_by').on(table.createdById),
  ],
);
