/** The tables, as the stores see them. `migrations/` makes them; a test compares the two. */
import type { CallReason, Scheme, SealedKind, SignedInDevice, TargetState } from '@earth/contracts';
import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  doublePrecision,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  timestamp,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import type { PushKind } from '../ports/push/courier';

const moment = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' });
const made = () => moment('created_at').notNull().defaultNow();
const scheme = () => integer('crypto_schema').$type<Scheme>().notNull();
const position = (name: string) => bigint(name, { mode: 'number' }).notNull();

/** A message in a call or a room, as it came. `fileKey` names the blob of an attachment. */
const written = () => ({
  senderId: uuid('sender_id').notNull(),
  message: text().notNull(),
  cryptoSchema: scheme(),
  clientId: text('client_id'),
  fileName: text('file_name'),
  fileKey: text('file_key'),
  fileSize: integer('file_size'),
  createdAt: made(),
});

export const companies = pgTable('companies', {
  id: uuid().primaryKey(),
  code: text().notNull().unique(),
  name: text().notNull(),
  adminId: uuid('admin_id'),
  logoUrl: text('logo_url'),
  primaryColor: text('primary_color'),
  unavailableAudioUrl: text('unavailable_audio_url'),
  paidService: boolean('paid_service').notNull().default(false),
  purchasedMinutes: doublePrecision('purchased_minutes').notNull().default(0),
  usedMinutes: doublePrecision('used_minutes').notNull().default(0),
  expiresAt: moment('expires_at'),
});

/** A person of one customer company. `available` is what the person chose, `lastSeenAt` the last sign of life. */
export const contacts = pgTable(
  'contacts',
  {
    id: uuid().primaryKey(),
    companyId: uuid('company_id').notNull(),
    email: text().notNull(),
    name: text().notNull(),
    companyRole: text('company_role'),
    role: text({ enum: ['OPERATOR', 'ASSISTED', 'ADMIN'] }).notNull(),
    allowedToCall: boolean('allowed_to_call').notNull().default(true),
    available: boolean().notNull().default(true),
    lastSeenAt: moment('last_seen_at'),
    publicKey: text('public_key').notNull(),
    /** Sealed under MASTER_KEY; empty: of a guest who is gone. */
    privateKey: text('private_key').notNull(),
    /** Without an account: `email` is none, and nobody finds them. */
    guest: boolean().notNull().default(false),
    createdAt: made(),
  },
  (table) => [
    uniqueIndex('contacts_company_email').on(table.companyId, table.email),
    index('contacts_email').on(table.email),
  ],
);

/** A signed-in device of a contact; it is gone when signed out. It carries the family of its refresh tokens. */
export const sessions = pgTable(
  'sessions',
  {
    id: uuid().primaryKey(),
    contactId: uuid('contact_id').notNull(),
    deviceId: text('device_id').notNull(),
    appOs: text('app_os').$type<SignedInDevice['appOs']>().notNull(),
    model: text().notNull(),
    createdAt: made(),
    expiresAt: moment('expires_at').notNull(),
  },
  (table) => [uniqueIndex('sessions_contact_device').on(table.contactId, table.deviceId)],
);

/** Refresh tokens by their SHA-256. `usedAt`: the first use; one used later than the grace ends the family. */
export const refreshTokens = pgTable(
  'refresh_tokens',
  { hash: text().primaryKey(), sessionId: uuid('session_id').notNull(), usedAt: moment('used_at'), createdAt: made() },
  (table) => [index('refresh_tokens_session').on(table.sessionId)],
);

/** The one code that is valid for a contact, hashed. `sentAt` outlives the code: it spaces the mails. */
export const loginCodes = pgTable('login_codes', {
  contactId: uuid('contact_id').primaryKey(),
  hash: text(),
  wrongTries: integer('wrong_tries').notNull().default(0),
  sentAt: moment('sent_at').notNull(),
  expiresAt: moment('expires_at').notNull(),
});

/**
 * An invitation: open until it is used or revoked, good until it expires. `hash` is that of the code in the last mail,
 * `replacedHash` of the one before: who comes with that is told that there is a newer one.
 */
export const invitations = pgTable(
  'invitations',
  {
    id: uuid().primaryKey(),
    companyId: uuid('company_id').notNull(),
    inviterId: uuid('inviter_id').notNull(),
    email: text().notNull(),
    name: text().notNull(),
    role: text({ enum: ['OPERATOR', 'ASSISTED', 'ADMIN'] }).notNull(),
    hash: text().notNull(),
    replacedHash: text('replaced_hash'),
    wrongTries: integer('wrong_tries').notNull().default(0),
    sentAt: moment('sent_at').notNull(),
    expiresAt: moment('expires_at').notNull(),
    usedAt: moment('used_at'),
    revokedAt: moment('revoked_at'),
  },
  (table) => [
    uniqueIndex('invitations_open')
      .on(table.inviterId, table.email)
      .where(sql`${table.usedAt} is null and ${table.revokedAt} is null`),
    index('invitations_email').on(table.email),
    index('invitations_company').on(table.companyId),
  ],
);

/**
 * A link by which one guest comes into one call: `callId` is the one that it was made in, or the one by which the guest
 * rings. `usedAt`: somebody came by it; `overAt`: the call, or their part in it, is over.
 */
export const guestLinks = pgTable(
  'guest_links',
  {
    id: uuid().primaryKey(),
    companyId: uuid('company_id').notNull(),
    makerId: uuid('maker_id').notNull(),
    hash: text().notNull().unique(),
    callId: uuid('call_id'),
    guestId: uuid('guest_id').unique(),
    createdAt: moment('created_at').notNull(),
    expiresAt: moment('expires_at').notNull(),
    usedAt: moment('used_at'),
    revokedAt: moment('revoked_at'),
    overAt: moment('over_at'),
  },
  (table) => [index('guest_links_maker').on(table.makerId), index('guest_links_call').on(table.callId)],
);

export const addressBook = pgTable(
  'address_book',
  { id: uuid().primaryKey(), ownerId: uuid('owner_id').notNull(), contactId: uuid('contact_id').notNull() },
  (table) => [
    uniqueIndex('address_book_owner_contact').on(table.ownerId, table.contactId),
    index('address_book_contact').on(table.contactId),
  ],
);

export const products = pgTable(
  'products',
  {
    id: uuid().primaryKey(),
    companyId: uuid('company_id').notNull(),
    code: text().notNull(),
    name: text().notNull(),
    imageUrl: text('image_url'),
    description: text(),
    position: integer().notNull().default(0),
  },
  (table) => [uniqueIndex('products_company_code').on(table.companyId, table.code)],
);

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
    /** When the second person came in. */
    answeredAt: moment('answered_at'),
    closedAt: moment('closed_at'),
    reason: text().$type<CallReason>(),
    ringsUntil: moment('rings_until').notNull(),
    /** The first who answers has it. */
    forHelp: boolean('for_help').notNull().default(false),
  },
  (table) => [index('calls_open').on(table.closedAt)],
);

/** A person of a call, the caller too. `deviceId` is the device that is in it. */
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
  },
  (table) => [
    primaryKey({ columns: [table.callId, table.contactId] }),
    index('call_targets_contact').on(table.contactId, table.callId),
  ],
);

export const callMessages = pgTable(
  'call_messages',
  {
    id: uuid().primaryKey(),
    callId: uuid('call_id').notNull(),
    ...written(),
  },
  (table) => [
    index('call_messages_call').on(table.callId, table.id),
    uniqueIndex('call_messages_client').on(table.callId, table.senderId, table.clientId),
  ],
);

/** The notes on a call: the last that a controller wrote, as they came. */
export const callNotes = pgTable('call_notes', {
  callId: uuid('call_id').primaryKey(),
  id: uuid().notNull().unique(),
  authorId: uuid('author_id').notNull(),
  notes: text().notNull(),
  cryptoSchema: scheme(),
  writtenAt: moment('written_at').notNull(),
});

/** `fileName` is also what the blob is called, under the call's folder. */
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
  },
  (table) => [
    index('call_pics_call').on(table.callId, table.id),
    uniqueIndex('call_pics_client').on(table.callId, table.clientId),
  ],
);

/** What was sent under these ids is deleted, and stays so. */
export const callDeletedPics = pgTable(
  'call_deleted_pics',
  { callId: uuid('call_id').notNull(), clientId: text('client_id').notNull() },
  (table) => [primaryKey({ columns: [table.callId, table.clientId] })],
);

/** An author's log of strokes on a snapshot. `id`: of what is stored, another whenever it is stored anew. */
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

/** Keys of what is sealed in a call. `isAdded`: given later, so that it does not stand in the envelope itself. */
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

/** Where a signed-in device is told of things while the app is closed: `address` is an endpoint (`web`) or a token. */
export const pushTokens = pgTable(
  'push_tokens',
  {
    id: uuid().primaryKey(),
    sessionId: uuid('session_id').notNull(),
    kind: text().$type<PushKind>().notNull(),
    address: text().notNull(),
    /** Whose service it is: one that is slow must not keep the others waiting. */
    host: text().notNull(),
    p256dh: text(),
    auth: text(),
    createdAt: made(),
  },
  (table) => [
    uniqueIndex('push_tokens_session').on(table.sessionId, table.kind),
    uniqueIndex('push_tokens_address').on(table.kind, table.address),
  ],
);

/** What has not been taken yet by a push service. Of what is about one `topic`, the last. */
export const pushQueue = pgTable(
  'push_queue',
  {
    id: uuid().primaryKey(),
    tokenId: uuid('token_id').notNull(),
    topic: uuid().notNull(),
    messageType: text('message_type').notNull(),
    messageContent: text('message_content').notNull(),
    tries: integer().notNull().default(0),
    dueAt: moment('due_at').notNull(),
    expiresAt: moment('expires_at').notNull(),
  },
  (table) => [uniqueIndex('push_queue_topic').on(table.tokenId, table.topic), index('push_queue_due').on(table.dueAt)],
);

/** `pair`: the two of a room of two people; null: a group. `lastPosition`: of the last message. An empty subject has no author. */
export const rooms = pgTable('rooms', {
  id: uuid().primaryKey(),
  pair: text().unique(),
  subject: text().notNull(),
  cryptoSchema: scheme(),
  subjectAuthorId: uuid('subject_author_id'),
  lastPosition: position('last_position').default(0),
});

/** Who is in a room, since when, and how far its messages have come to them. */
export const roomParticipants = pgTable(
  'room_participants',
  {
    roomId: uuid('room_id').notNull(),
    contactId: uuid('contact_id').notNull(),
    joinedAt: moment('joined_at').notNull(),
    joinedPosition: position('joined_position').default(0),
    deliveredPosition: position('delivered_position').default(0),
    readPosition: position('read_position').default(0),
    mute: boolean().notNull().default(false),
  },
  (table) => [
    primaryKey({ columns: [table.roomId, table.contactId] }),
    index('room_participants_contact').on(table.contactId),
  ],
);

/** `position`: 1, 2, 3 … in each room. */
export const roomMessages = pgTable(
  'room_messages',
  {
    id: uuid().primaryKey(),
    roomId: uuid('room_id').notNull(),
    position: position('position'),
    ...written(),
    previewKey: text('preview_key'),
  },
  (table) => [
    uniqueIndex('room_messages_position').on(table.roomId, table.position),
    uniqueIndex('room_messages_client').on(table.roomId, table.senderId, table.clientId),
  ],
);

/** What the server itself must remember, e.g. a proof that MASTER_KEY is the one that sealed the private keys. */
export const serverFacts = pgTable('server_facts', { name: text().primaryKey(), value: text().notNull() });
