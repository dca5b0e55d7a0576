/** Sign-in by the identity providers of companies. */
import type { ErrorName, RoleCode, SignOnConnection } from '@earth/contracts';
import { isNotNull } from 'drizzle-orm';
import { boolean, index, jsonb, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { moment } from './columns';

/** `testedAt`: since the last change an admin has come back from the provider. `codesOff`: people sign in by the provider alone. */
export const signOnConnections = pgTable('sign_on_connections', {
  companyId: uuid('company_id').primaryKey(),
  issuer: text().notNull(),
  clientId: text('client_id').notNull(),
  sealedSecret: text('sealed_secret').notNull(),
  roleClaim: text('role_claim').notNull(),
  roles: jsonb().$type<SignOnConnection['roles']>().notNull(),
  defaultRole: text('default_role').$type<RoleCode>(),
  makesPeople: boolean('makes_people').notNull(),
  codesOff: boolean('codes_off').notNull().default(false),
  testedAt: moment('tested_at'),
});

/** `checkedAt`: when its TXT record was last looked up. */
export const signOnDomains = pgTable(
  'sign_on_domains',
  {
    companyId: uuid('company_id').notNull(),
    domain: text().notNull(),
    confirmedAt: moment('confirmed_at'),
    checkedAt: moment('checked_at'),
  },
  (table) => [
    primaryKey({ columns: [table.companyId, table.domain] }),
    uniqueIndex('sign_on_domains_confirmed').on(table.domain).where(isNotNull(table.confirmedAt)),
  ],
);

/** Who a contact is at a provider. */
export const signOnIdentities = pgTable(
  'sign_on_identities',
  {
    companyId: uuid('company_id').notNull(),
    issuer: text().notNull(),
    subject: text().notNull(),
    contactId: uuid('contact_id').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.companyId, table.issuer, table.subject] }),
    uniqueIndex('sign_on_identities_contact').on(table.contactId, table.issuer),
  ],
);

/** A sign-in that a page has started: used once, by the answer of the provider. `testerId`: an admin's test, which signs nobody in. */
export const signOnFlows = pgTable(
  'sign_on_flows',
  {
    stateHash: text('state_hash').primaryKey(),
    companyId: uuid('company_id').notNull(),
    secretHash: text('secret_hash').notNull(),
    testerId: uuid('tester_id'),
    nonce: text().notNull(),
    /** Of PKCE (RFC 7636). */
    verifier: text().notNull(),
    expiresAt: moment('expires_at').notNull(),
  },
  (table) => [index('sign_on_flows_expires').on(table.expiresAt)],
);

/** What a provider says of a person. */
export interface SignOnClaims {
  readonly issuer: string;
  readonly subject: string;
  /** The session at the provider. */
  readonly sid: string | null;
  /** Empty: it says none. */
  readonly email: string;
  readonly isEmailVerified: boolean;
  readonly name: string;
  /** The values of the role claim that give a role. */
  readonly roles: readonly string[];
}
/** `version`: of the settings with which it was asked. */
export type SignOnOutcome =
  | { readonly claims: SignOnClaims; readonly version: number }
  | { readonly failure: ErrorName };

/** What came of it: used once, by the page that holds the secret. */
export const signOnTickets = pgTable(
  'sign_on_tickets',
  {
    hash: text().primaryKey(),
    companyId: uuid('company_id').notNull(),
    secretHash: text('secret_hash').notNull(),
    testerId: uuid('tester_id'),
    outcome: jsonb().$type<SignOnOutcome>().notNull(),
    expiresAt: moment('expires_at').notNull(),
  },
  (table) => [index('sign_on_tickets_expires').on(table.expiresAt)],
);

/** The logout tokens that were used, by the hash of their `jti`, until they expire. */
export const signOnLogOuts = pgTable(
  'sign_on_log_outs',
  { companyId: uuid('company_id').notNull(), hash: text().notNull(), expiresAt: moment('expires_at').notNull() },
  (table) => [
    primaryKey({ columns: [table.companyId, table.hash] }),
    index('sign_on_log_outs_expires').on(table.expiresAt),
  ],
);
