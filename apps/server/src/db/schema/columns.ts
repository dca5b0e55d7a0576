/** Columns that several tables have. */
import type { ChangeKind, Scheme } from '@earth/contracts';
import { sql } from 'drizzle-orm';
import { bigint, customType, index, integer, pgTable, text, timestamp, uniqueIndex, uuid } from 'drizzle-orm/pg-core';

export const bytea = customType<{ data: Buffer; driverData: Buffer }>({ dataType: () => 'bytea' });
export const moment = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' });
export const made = () => moment('created_at').notNull().defaultNow();
export const scheme = () => integer('crypto_schema').$type<Scheme>().notNull();
export const position = (name: string) => bigint(name, { mode: 'number' }).notNull();

/**
 * Messages of calls or of rooms, as they came. `position`: 1, 2, 3 … in each call or room. `fileKey`, `previewKey`: the blobs of an
 * attachment and of its preview. `change`, `changedId`: what it does to which message; null if it is a message itself. `message`: empty if
 * it was deleted. `mentions`: the ids of contacts, separated by spaces.
 * @param placeId the column with the call or room
 */
export const messageTable = <Name extends string>(name: Name, placeId: string) =>
  pgTable(
    name,
    {
      id: uuid().primaryKey(),
      placeId: uuid(placeId).notNull(),
      position: position('position'),
      senderId: uuid('sender_id').notNull(),
      message: text().notNull(),
      cryptoSchema: scheme(),
      clientId: text('client_id'),
      fileName: text('file_name'),
      fileKey: text('file_key'),
      fileSize: integer('file_size'),
      createdAt: made(),
      previewKey: text('preview_key'),
      change: text().$type<ChangeKind>(),
      changedId: uuid('changed_id'),
      mentions: text(),
    },
    (table) => [
      uniqueIndex(`${name}_position`).on(table.placeId, table.position),
      uniqueIndex(`${name}_client`).on(table.placeId, table.senderId, table.clientId),
      index(`${name}_changes`).on(table.changedId, table.position).where(sql`${table.changedId} is not null`),
    ],
  );

/** How far the messages of a call or room have come to one of its people. */
export const progress = () => ({
  deliveredPosition: position('delivered_position').default(0),
  readPosition: position('read_position').default(0),
});
