/** Columns that several tables have. */
import type { Scheme } from '@earth/contracts';
import { bigint, integer, text, timestamp, uuid } from 'drizzle-orm/pg-core';

export const moment = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' });
export const made = () => moment('created_at').notNull().defaultNow();
export const scheme = () => integer('crypto_schema').$type<Scheme>().notNull();
export const position = (name: string) => bigint(name, { mode: 'number' }).notNull();

/** A message in a call or a room, as it came. `fileKey` names the blob of an attachment. */
export const written = () => ({
  senderId: uuid('sender_id').notNull(),
  message: text().notNull(),
  cryptoSchema: scheme(),
  clientId: text('client_id'),
  fileName: text('file_name'),
  fileKey: text('file_key'),
  fileSize: integer('file_size'),
  createdAt: made(),
});
