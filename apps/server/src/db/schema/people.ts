/** Customer companies, their people and products, and invitations. */
import { type LeadPart, leadParts } from '@earth/contracts';
import { sql } from 'drizzle-orm';
import {
  boolean,
  doublePrecision,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { made, moment } from './columns';

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
  requiresProtectedKeys: boolean('requires_protected_keys').notNull().default(false),
  /** What the contact form asks for besides name, e-mail and message. */
  leadParts: jsonb('lead_parts').$type<readonly LeadPart[]>().notNull().default(leadParts),
  /** Grows with each change of name, picture, products, brands and skins. */
  settingsVersion: integer('settings_version').notNull().default(0),
  /** The same of its single sign-on. */
  signOnVersion: integer('sign_on_version').notNull().default(0),
});

export const products = pgTable(
  'products',
  {
    id: uuid().primaryKey(),
    companyId: uuid('company_id').notNull(),
    code: text().notNull(),
    name: text().notNull(),
    imageUrl: text('image_url'),
    description: text(),
    /** Null: `name` and `description` serve Italian, too. */
    nameIt: text('name_it'),
    descriptionIt: text('description_it'),
    position: integer().notNull().default(0),
  },
  (table) => [uniqueIndex('products_company_code').on(table.companyId, table.code)],
);

/** A person of one customer company. `available` is the person's choice, `lastSeenAt` the last sign of life. */
export const contacts = pgTable(
  'contacts',
  {
    id: uuid().primaryKey(),
    companyId: uuid('company_id').notNull(),
    email: text().notNull(),
    name: text().notNull(),
    companyRole: text('company_role'),
    companyRoleIt: text('company_role_it'),
    phone: text(),
    role: text({ enum: ['OPERATOR', 'ASSISTED', 'ADMIN'] }).notNull(),
    allowedToCall: boolean('allowed_to_call').notNull().default(true),
    available: boolean().notNull().default(true),
    lastSeenAt: moment('last_seen_at'),
    publicKey: text('public_key').notNull(),
    /** Encrypted under MASTER_KEY; empty for a guest who is gone, and for a person with a vault. */
    privateKey: text('private_key').notNull(),
    /** Protected keys: the text of a vault, which only the person can open. */
    keyVault: text('key_vault'),
    /** Without an account: `email` is a placeholder, and no search finds them. */
    guest: boolean().notNull().default(false),
    createdAt: made(),
    disabledAt: moment('disabled_at'),
    /** Their data was deleted: `name` and `email` are placeholders. */
    former: boolean().notNull().default(false),
    /** False: added by a directory or an import, and not signed in yet. Nobody else sees them; the first sign-in makes their keys. */
    hasKeys: boolean('has_keys').notNull().default(true),
  },
  (table) => [
    uniqueIndex('contacts_company_email').on(table.companyId, table.email),
    index('contacts_email').on(table.email),
  ],
);

/** The parts of a name, as a directory gives them (RFC 7643, 4.1.1). */
export interface DirectoryNames {
  readonly displayName?: string | undefined;
  readonly formatted?: string | undefined;
  readonly givenName?: string | undefined;
  readonly familyName?: string | undefined;
}

/**
 * What a directory says of a person. `userKey`: `userName` in lower case; null: the directory has deleted the person. `givesRole`: it has
 * set the role. `isActive`: what it said last.
 */
export const directoryPeople = pgTable(
  'directory_people',
  {
    contactId: uuid('contact_id').primaryKey(),
    companyId: uuid('company_id').notNull(),
    userName: text('user_name').notNull(),
    userKey: text('user_key'),
    externalKey: text('external_key'),
    names: jsonb().$type<DirectoryNames>().notNull(),
    givesRole: boolean('gives_role').notNull(),
    isActive: boolean('is_active').notNull(),
    changedAt: moment('changed_at').notNull(),
  },
  (table) => [
    uniqueIndex('directory_people_user').on(table.companyId, table.userKey),
    index('directory_people_external').on(table.companyId, table.externalKey),
  ],
);

/** The former public bundles of contacts: what they signed with them stays attributed to them. */
export const formerKeys = pgTable(
  'former_keys',
  {
    contactId: uuid('contact_id').notNull(),
    publicKey: text('public_key').notNull(),
    replacedAt: moment('replaced_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.contactId, table.publicKey] })],
);

/** A user's known keys of others, sealed by the user's protected keys. Each write increments the version. */
export const knownKeys = pgTable('known_keys', {
  contactId: uuid('contact_id').primaryKey(),
  sealed: text().notNull(),
  version: integer().notNull(),
});

/** A person's profile picture, sealed for that person alone. */
export const profilePictures = pgTable('profile_pictures', {
  ownerId: uuid('owner_id').primaryKey(),
  version: uuid().notNull(),
  sealed: text().notNull(),
  changedAt: moment('changed_at').notNull(),
});

/** The keys by which others open it. */
export const profilePictureKeys = pgTable(
  'profile_picture_keys',
  {
    ownerId: uuid('owner_id').notNull(),
    recipientId: uuid('recipient_id').notNull(),
    encryptedKey: text('encrypted_key').notNull(),
    givenAt: moment('given_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.ownerId, table.recipientId] }),
    index('profile_picture_keys_recipient').on(table.recipientId),
  ],
);

export const addressBook = pgTable(
  'address_book',
  { id: uuid().primaryKey(), ownerId: uuid('owner_id').notNull(), contactId: uuid('contact_id').notNull() },
  (table) => [
    uniqueIndex('address_book_owner_contact').on(table.ownerId, table.contactId),
    index('address_book_contact').on(table.contactId),
  ],
);

/** A person's private note about a contact, sealed for that person alone. */
export const contactNotes = pgTable(
  'contact_notes',
  {
    ownerId: uuid('owner_id').notNull(),
    contactId: uuid('contact_id').notNull(),
    note: text().notNull(),
    writtenAt: moment('written_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.ownerId, table.contactId] }),
    index('contact_notes_contact').on(table.contactId),
  ],
);

/**
 * An invitation: open until it is used or revoked, valid until it expires. `hash` is that of the code in the last mail,
 * `replacedHash` of the one before: its holder is told that there is a newer one.
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
    /** The language of the mail. */
    language: text(),
    hash: text().notNull(),
    replacedHash: text('replaced_hash'),
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

/** The invitations that a person sent recently: each mail by the hash of its code. */
export const invitationMails = pgTable(
  'invitation_mails',
  { hash: text().primaryKey(), senderId: uuid('sender_id').notNull(), sentAt: moment('sent_at').notNull() },
  (table) => [index('invitation_mails_sender').on(table.senderId, table.sentAt)],
);

/**
 * A link by which one guest joins one call: `callId` is the call for which it was created, or the one that the guest started.
 * `usedAt`: a guest entered by it; `overAt`: the call, or the guest's part in it, is over.
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
    /** Of the token with which the guest's device may rate the call. */
    ratingHash: text('rating_hash'),
  },
  (table) => [index('guest_links_maker').on(table.makerId), index('guest_links_call').on(table.callId)],
);
