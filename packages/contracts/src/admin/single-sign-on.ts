/** What the admins of a company set for its sign-in by an identity provider: see `docs/operations/single-sign-on.md`. */
import * as z from 'zod/mini';
import { defineCall } from '../call';
import { date, roleCode } from '../entities';
import { signOnErrors, signOnStart, signOnTicket } from '../people/single-sign-on';
import { fields } from '../wire';

export const SIGN_ON_DOMAINS_MAX = 20;
export const SIGN_ON_ROLES_MAX = 50;

const line = (most: number) => z.string().check(z.trim(), z.minLength(1), z.maxLength(most));

const signOnRole = fields({ value: line(200), role: roleCode });

const connection = {
  /** The issuer: below it is the discovery document (OpenID Connect Discovery 1.0). */
  issuer: z.string().check(z.trim(), z.maxLength(500), z.url()),
  clientId: line(300),
  /** The claim that says the role, also a path such as `realm_access.roles`; empty: roles are given here alone. */
  roleClaim: z.string().check(z.trim(), z.maxLength(200)),
  /** Whether people who have no account get one when they first sign in. */
  makesPeople: z.boolean(),
};

/** The first that the claim has counts. */
const roles = z.array(signOnRole).check(z.maxLength(SIGN_ON_ROLES_MAX));

const domain = fields({
  domain: z.string(),
  isConfirmed: z.boolean(),
  /** The TXT record by which the company proves that the domain is its own. */
  recordName: z.string(),
  recordValue: z.string(),
});

const settings = fields({
  /** Grows with each change. */
  version: z.int(),
  connection: z.nullable(
    fields({
      ...connection,
      roles,
      /** Without a value of `roles`; null: nobody without one gets in. */
      defaultRole: z.nullable(roleCode),
      testedDate: z.nullable(date),
    }),
  ),
  /** Whether the company's people sign in by the provider alone. */
  areCodesOff: z.boolean(),
  domains: z.array(domain),
  /** For the provider: where it returns to, and where it posts log-outs to. */
  redirectUrl: z.string(),
  logoutUrl: z.string(),
});
export type SignOnSettings = z.infer<typeof settings>;
export type SignOnConnection = NonNullable<SignOnSettings['connection']>;

const basedOn = z.int().check(z.minimum(0), z.maximum(2_000_000_000));
const domainName = z
  .string()
  .check(
    z.trim(),
    z.toLowerCase(),
    z.maxLength(253),
    z.regex(/^(?:[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?\.)+[a-z](?:[a-z\d-]{0,61}[a-z\d])$/),
  );

const all = { tag: 'Settings', path: '/api/back-office/single-sign-on', data: () => settings } as const;
const domains = { tag: 'Settings', path: '/api/back-office/single-sign-on/domains', data: () => settings } as const;

export const getSignOnSettings = defineCall({
  ...all,
  name: 'getSignOnSettings',
  summary: 'For admins: how the company’s people sign in by an identity provider',
  method: 'GET',
  errors: ['notAllowed'],
});

export const saveSignOn = defineCall({
  ...all,
  name: 'saveSignOn',
  summary: 'For admins: sets the identity provider; each change has to be tested again, and codes are on until then',
  method: 'PUT',
  body: () =>
    fields({
      basedOn,
      ...connection,
      roles: z._default(roles, []),
      defaultRole: z.optional(roleCode),
      /** Without it, the stored one stays. */
      clientSecret: z.optional(line(1000)),
    }),
  errors: ['notAllowed', 'settingsChanged', 'providerUnreachable', 'providerMisconfigured'],
});

export const removeSignOn = defineCall({
  ...all,
  name: 'removeSignOn',
  summary: 'For admins: removes the identity provider; people sign in by e-mail and code',
  method: 'DELETE',
  body: () => fields({ basedOn }),
  errors: ['notAllowed', 'settingsChanged'],
});

export const switchCodes = defineCall({
  ...all,
  name: 'switchCodes',
  summary: 'For admins: switches e-mail and code off or on; off only after a successful test',
  method: 'POST',
  flag: 'codes',
  body: () => fields({ basedOn, areOff: z.boolean() }),
  errors: ['notAllowed', 'settingsChanged', 'signOnUntested'],
});

export const addSignOnDomain = defineCall({
  ...domains,
  name: 'addSignOnDomain',
  summary: 'For admins: adds an e-mail domain of the company, which is used once it is confirmed',
  method: 'POST',
  body: () => fields({ domain: domainName }),
  errors: ['notAllowed', 'conflict'],
});

export const confirmSignOnDomain = defineCall({
  ...domains,
  name: 'confirmSignOnDomain',
  summary: 'For admins: confirms an e-mail domain by its TXT record',
  method: 'POST',
  flag: 'confirm',
  body: () => fields({ domain: domainName }),
  errors: ['notAllowed', 'notFound', 'domainTaken', 'domainUnproven', 'tooManyTries'],
});

export const removeSignOnDomain = defineCall({
  ...domains,
  name: 'removeSignOnDomain',
  summary: 'For admins: removes an e-mail domain',
  method: 'DELETE',
  body: () => fields({ domain: domainName }),
  errors: ['notAllowed', 'notFound'],
});

const tests = { tag: 'Settings', path: '/api/back-office/single-sign-on/test' } as const;

export const startSignOnTest = defineCall({
  ...tests,
  name: 'startSignOnTest',
  summary: 'For admins: begins a sign-in by the provider that only shows its result',
  method: 'POST',
  data: () => signOnStart,
  errors: ['notAllowed', 'notFound', 'providerUnreachable', 'providerMisconfigured'],
});

const tested = fields({
  name: z.string(),
  email: z.nullable(z.string()),
  role: roleCode,
  /** Whether it was the caller, as an admin: then e-mail and code can be switched off. */
  isYou: z.boolean(),
});
export type SignOnTested = z.infer<typeof tested>;

export const finishSignOnTest = defineCall({
  ...tests,
  name: 'finishSignOnTest',
  summary: 'For admins: what came of a test, by its ticket',
  method: 'PUT',
  body: () => fields(signOnTicket),
  data: () => tested,
  errors: ['notAllowed', ...signOnErrors],
});
