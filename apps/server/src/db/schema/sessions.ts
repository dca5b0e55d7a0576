/** Signed-in devices, how they sign in, and the pushes that wait for them. */
import type { SignedInDevice } from '@earth/contracts';
import { isNotNull } from 'drizzle-orm';
import { index, integer, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import type { PushKind } from '../../adapters/push/push-adapter';
import { made, moment } from './columns';

/**
 * A signed-in device of a contact; deleted when it signs out. It is the family of its refresh tokens. `seenAt`: its last sign of
 * life. `nodeId`: the server on which it has a socket open.
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
    /** The public key of the device that signs its requests: an uncompressed point of P-256 in base64url. */
    signingKey: text('signing_key'),
    /** Who it is at the identity provider that the person came from, and the session there; null: by a code. */
    signOnIssuer: text('sign_on_issuer'),
    signOnSubject: text('sign_on_subject'),
    signOnSid: text('sign_on_sid'),
    /** The e-mail address that the person has proved to have, by a code sent to it. Null: none, and the session stays in its company. */
    provenEmail: text('proven_email'),
  },
  (table) => [
    uniqueIndex('sessions_contact_device').on(table.contactId, table.deviceId),
    index('sessions_node').on(table.nodeId),
    index('sessions_sign_on').on(table.signOnSubject).where(isNotNull(table.signOnSubject)),
    index('sessions_sign_on_sid').on(table.signOnSid).where(isNotNull(table.signOnSid)),
  ],
);

/** Refresh tokens by their SHA-256. `usedAt`: the first use; a use after the grace period ends the family. */
export const refreshTokens = pgTable(
  'refresh_tokens',
  { hash: text().primaryKey(), sessionId: uuid('session_id').notNull(), usedAt: moment('used_at'), createdAt: made() },
  (table) => [index('refresh_tokens_session').on(table.sessionId)],
);

/** The one valid code of an account per asker; both are keyed hashes. */
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

/** Attempts in the hour and the day that began then. The key is a keyed hash of the action and the asker. */
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

/** The devices on which a contact was signed in, by the hash of a token that the browser stores. */
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
 * Push tokens: how a signed-in device is notified while the app is closed. `address` is an endpoint (`web`) or a token.
 * `busyUntil`: until then a server has the claim to send to it. `notBefore`: until then its service requested a pause.
 */
export const pushTokens = pgTable(
  'push_tokens',
  {
    id: uuid().primaryKey(),
    sessionId: uuid('session_id').notNull(),
    kind: text().$type<PushKind>().notNull(),
    address: text().notNull(),
    /** The host of its service: a slow one must not keep the others waiting. */
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

/** Pushes that no push service has accepted yet: per device and `topic`, the last one. */
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
