/** Calls, the people in them, and what is stored of them. */
import type { CallReason, SealedKind, TargetState } from '@earth/contracts';
import { isNull, sql } from 'drizzle-orm';
import { bigint, boolean, index, integer, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { made, messageTable, moment, position, progress, scheme } from './columns';

/** `closedAt` null: open. `subject` as it came: sealed for the targets. */
export const calls = pgTable(
  'calls',
  {
    id: uuid().primaryKey(),
    companyId: uuid('company_id').notNull(),
    callerId: uuid('caller_id').notNull(),
    subject: text().notNull(),
    cryptoSchema: scheme(),
    productCode: text('product_code'),
    instant: boolean().notNull(),
    startedAt: moment('started_at').notNull(),
    /** When the second person joined. */
    answeredAt: moment('answered_at'),
    closedAt: moment('closed_at'),
    reason: text().$type<CallReason>(),
    ringsUntil: moment('rings_until').notNull(),
    /** The first who answers has the call. */
    forHelp: boolean('for_help').notNull().default(false),
    /** Of its last message. */
    lastPosition: position('last_position').default(0),
  },
  (table) => [
    index('calls_open').on(table.id).where(isNull(table.closedAt)),
    index('calls_company').on(table.companyId, table.startedAt),
  ],
);

/** A person of a call, including the caller. `deviceId` is the device that is in it. */
export const callTargets = pgTable(
  'call_targets',
  {
    callId: uuid('call_id').notNull(),
    contactId: uuid('contact_id').notNull(),
    state: text().$type<TargetState>().notNull(),
    annotationsColor: text('annotations_color').notNull(),
    deviceId: text('device_id'),
    joinedAt: moment('joined_at'),
    leftAt: moment('left_at'),
    ...progress(),
  },
  (table) => [
    primaryKey({ columns: [table.callId, table.contactId] }),
    index('call_targets_contact').on(table.contactId, table.callId),
    index('call_targets_inside').on(table.contactId).where(sql`${table.state} = 'joined'`),
  ],
);

/**
 * The page with which a contact is in a call. `entry` grows with each page that joins or reconnects. `nodeId`: the server with its
 * socket; null while it is disconnected.
 */
export const callPages = pgTable(
  'call_pages',
  {
    callId: uuid('call_id').notNull(),
    contactId: uuid('contact_id').notNull(),
    deviceId: text('device_id').notNull(),
    session: text().notNull(),
    entry: bigint({ mode: 'number' }).notNull().default(sql`nextval('call_page_entries')`),
    nodeId: uuid('node_id'),
  },
  (table) => [primaryKey({ columns: [table.callId, table.contactId] }), index('call_pages_node').on(table.nodeId)],
);

export const callMessages = messageTable('call_messages', 'call_id');

/** The notes on a call: the last version that a controller wrote, as it came. */
export const callNotes = pgTable('call_notes', {
  callId: uuid('call_id').primaryKey(),
  id: uuid().notNull().unique(),
  authorId: uuid('author_id').notNull(),
  notes: text().notNull(),
  cryptoSchema: scheme(),
  writtenAt: moment('written_at').notNull(),
});

/** The customer's reference and the tags of a call: the last version that a controller wrote, as it came. */
export const callLabels = pgTable('call_labels', {
  callId: uuid('call_id').primaryKey(),
  authorId: uuid('author_id').notNull(),
  labels: text().notNull(),
  cryptoSchema: scheme(),
  writtenAt: moment('written_at').notNull(),
});

/** What field users and guests thought of a call. */
export const callRatings = pgTable(
  'call_ratings',
  {
    callId: uuid('call_id').notNull(),
    contactId: uuid('contact_id').notNull(),
    stars: integer().notNull(),
    /** As it came: sealed for the controllers of the call. */
    comment: text(),
    cryptoSchema: scheme(),
    ratedAt: moment('rated_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.callId, table.contactId] })],
);

/**
 * `fileName` is also the blob's name, under the call's folder. `contactId` stored it. `takenById` took it, by asking that contact's device for
 * it; null: `contactId` did.
 */
export const callPics = pgTable(
  'call_pics',
  {
    id: uuid().primaryKey(),
    callId: uuid('call_id').notNull(),
    contactId: uuid('contact_id').notNull(),
    fileName: text('file_name').notNull(),
    cryptoSchema: scheme(),
    clientId: text('client_id'),
    createdAt: made(),
    takenById: uuid('taken_by_id'),
  },
  (table) => [
    index('call_pics_call').on(table.callId, table.id),
    uniqueIndex('call_pics_client').on(table.callId, table.clientId),
  ],
);

/** Client ids of deleted snapshots, which are not stored again. */
export const callDeletedPics = pgTable(
  'call_deleted_pics',
  { callId: uuid('call_id').notNull(), clientId: text('client_id').notNull() },
  (table) => [primaryKey({ columns: [table.callId, table.clientId] })],
);

/** A recording of a call by a contact. `deletedAt`: its pieces are gone, and no more are stored. */
export const callRecordings = pgTable(
  'call_recordings',
  {
    id: uuid().primaryKey(),
    callId: uuid('call_id').notNull(),
    contactId: uuid('contact_id').notNull(),
    createdAt: moment('created_at').notNull(),
    deletedAt: moment('deleted_at'),
  },
  (table) => [index('call_recordings_call').on(table.callId, table.createdAt)],
);

/** `fileName` is also the blob's name, under the call's folder. `untilMs`: how long the recording is with this piece. */
export const callRecordingPieces = pgTable(
  'call_recording_pieces',
  {
    recordingId: uuid('recording_id').notNull(),
    number: integer().notNull(),
    fileName: text('file_name').notNull(),
    cryptoSchema: scheme(),
    untilMs: integer('until_ms').notNull(),
  },
  (table) => [primaryKey({ columns: [table.recordingId, table.number] })],
);

/** An author's log of strokes on a snapshot. `id`: of the stored version; a new one whenever it is replaced. */
export const callDrawings = pgTable(
  'call_drawings',
  {
    picId: uuid('pic_id').notNull(),
    authorId: uuid('author_id').notNull(),
    id: uuid().notNull().unique(),
    drawing: text().notNull(),
    cryptoSchema: scheme(),
    edition: bigint({ mode: 'number' }).notNull(),
    entries: integer().notNull(),
  },
  (table) => [primaryKey({ columns: [table.picId, table.authorId] })],
);

/** Keys of what is sealed in a call. `isAdded`: added later, so that the key is not in the envelope itself. */
export const callKeys = pgTable(
  'call_keys',
  {
    callId: uuid('call_id').notNull(),
    kind: text().$type<SealedKind>().notNull(),
    itemId: uuid('item_id').notNull(),
    recipientId: uuid('recipient_id').notNull(),
    encryptedKey: text('encrypted_key').notNull(),
    isAdded: boolean('is_added').notNull(),
  },
  (table) => [primaryKey({ columns: [table.callId, table.kind, table.itemId, table.recipientId] })],
);
