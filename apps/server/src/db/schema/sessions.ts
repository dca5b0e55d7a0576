/** The devices that are signed in, how they sign in, and what is waiting to be pushed to them. */
import type { SignedInDevice } from '@earth/contracts';
import { index, integer, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import type { PushKind } from '../../adapters/push/courier';
import { made, moment } from './columns';

/**
 * A signed-in device of a contact; it is gone when signed out. It carries the family of its refresh tokens. `seenAt`: its
 * last sign of life. `nodeId`: the server on which it has a socket open.
 */
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
    seenAt: moment('seen_at'),
    nodeId: uuid('node_id'),
  },
  (table) => [
    uniqueIndex('sessions_contact_device').on(table.contactId, table.deviceId),
    index('sessions_node').on(table.nodeId),
  ],
);

/** Refresh tokens by their SHA-256. `usedAt`: the first use; one used later than the grace ends the family. */
export const refreshTokens = pgTable(
  'refresh_tokens',
  { hash: text().primaryKey(), sessionId: uuid('session_id').notNull(), usedAt: moment('used_at'), createdAt: made() },
  (table) => [index('refresh_tokens_session').on(table.sessionId)],
);

/** The one code that is valid for an account and whoever asked for it; both are keyed hashes. */
export const loginCodes = pgTable(
  'login_codes',
  {
    account: text().notNull(),
    asker: text().notNull(),
    hash: text().notNull(),
    wrongTries: integer('wrong_tries').notNull().default(0),
    expiresAt: moment('expires_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.account, table.asker] }), index('login_codes_expires').on(table.expiresAt)],
);

/** What was tried in the hour and the day that began then. The key is a keyed hash of what is tried and by whom. */
export const rateLimits = pgTable(
  'rate_limits',
  {
    key: text().primaryKey(),
    hourStart: moment('hour_start').notNull(),
    inHour: integer('in_hour').notNull(),
    dayStart: moment('day_start').notNull(),
    inDay: integer('in_day').notNull(),
    lastAt: moment('last_at').notNull(),
  },
  (table) => [index('rate_limits_last').on(table.lastAt)],
);

/** On which devices a contact was signed in, by the hash of a token that the browser keeps. */
export const knownDevices = pgTable(
  'known_devices',
  { hash: text().notNull(), contactId: uuid('contact_id').notNull(), usedAt: moment('used_at').notNull() },
  (table) => [
    primaryKey({ columns: [table.hash, table.contactId] }),
    index('known_devices_contact').on(table.contactId, table.usedAt),
    index('known_devices_used').on(table.usedAt),
  ],
);

/**
 * Where a signed-in device is told of things while the app is closed: `address` is an endpoint (`web`) or a token.
 * `busyUntil`: until then a server is telling it something. `notBefore`: so long its service wants nothing for it.
 */
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
    busyUntil: moment('busy_until'),
    notBefore: moment('not_before'),
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
  (table) => [
    uniqueIndex('push_queue_topic').on(table.tokenId, table.topic),
    index('push_queue_due').on(table.dueAt),
    index('push_queue_expires').on(table.expiresAt),
  ],
);
