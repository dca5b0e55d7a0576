/** Signing in by a company's identity provider (OpenID Connect Core 1.0): see `docs/operations/single-sign-on.md`. */
import * as z from 'zod/mini';
import { auth } from '../auth';
import { defineCall } from '../call';
import { device } from '../device';
import { email, login } from '../entities';
import { fields } from '../wire';

/** How long a started sign-in, and the ticket that it ends with, are valid. */
export const SIGN_ON_MINUTES = 10;
export const SIGN_ON_TICKET_SECONDS = 120;
/** In the fragment of the address to which the server returns: the ticket. */
export const SIGN_ON_FRAGMENT = 'signOn';
/**
 * Begins the tickets of sign-ins that a mobile app has started. The server stores a ticket by the hash of all of it, so one of an app never
 * passes for one of a page, nor the other way round.
 */
export const SIGN_ON_APP = 'app.';

const code = z.string().check(z.trim(), z.minLength(1), z.maxLength(40));
const token = z.string().check(z.regex(/^[\w-]{20,100}$/));

/** `url`: the page of the provider. `secret`: the page keeps it, and shows it with the ticket. */
export const signOnStart = fields({ url: z.string(), secret: z.string() });
const appTicket = z.string().check(z.regex(/^app\.[\w-]{43}$/));
/** SHA-256 in base64url (PKCE, RFC 7636, 4.2: S256). */
const challenge = z.string().check(z.regex(/^[\w-]{43}$/));
export const signOnTicket = { ticket: token, secret: z._default(z.union([token, z.literal('')]), '') };

const providerErrors = [
  'providerUnreachable',
  'providerMisconfigured',
  'providerRefused',
  'providerClockOff',
  'providerWrongAudience',
  'providerWrongIssuer',
  'providerUntrusted',
  'providerCodeUsed',
] as const;

/** Why a sign-in by a provider can fail. */
export const signOnErrors = [
  ...providerErrors,
  'signOnExpired',
  'signOnElsewhere',
  'signOnNoEmail',
  'signOnEmailUnverified',
  'signOnNoRole',
  'signOnUnknown',
  'signOnOtherDomain',
  'signOnOtherIdentity',
  'signOnDisabled',
  'companyFull',
] as const;

export const startSignOn = defineCall({
  ...auth,
  name: 'startSignOn',
  flag: 'startSignOn',
  summary: 'Begins a sign-in by the identity provider of a company',
  // Each leaves a row for some minutes. Many people may share an address.
  callsAMinute: 300,
  body: () => fields({ customCode: code, email: z.optional(email) }),
  data: () => signOnStart,
  errors: ['notFound', 'tooManyTries', 'providerUnreachable', 'providerMisconfigured'],
});

export const finishSignOn = defineCall({
  ...auth,
  name: 'finishSignOn',
  flag: 'finishSignOn',
  summary: 'Signs a device in with the ticket that a sign-in by an identity provider ended with; it is valid once',
  body: () => fields({ ...signOnTicket, ...device }),
  data: () => login,
  errors: ['deviceLimit', ...signOnErrors],
});

/**
 * `challenge`: the SHA-256 of a verifier that the app makes: random, 43 characters. `scheme`: of the link that brings the ticket to the app
 * (RFC 8252, 7.1). The server alone decides it.
 */
export const startSignOnInApp = defineCall({
  ...auth,
  name: 'startSignOnInApp',
  flag: 'startSignOnInApp',
  summary: 'For the mobile apps: begins a sign-in by the identity provider of a company, in the browser of the system',
  callsAMinute: 300,
  body: () => fields({ customCode: code, email: z.optional(email), challenge }),
  data: () => fields({ url: z.string(), scheme: z.string() }),
  errors: ['notFound', 'tooManyTries', 'providerUnreachable', 'providerMisconfigured'],
});

export const finishSignOnInApp = defineCall({
  ...auth,
  name: 'finishSignOnInApp',
  flag: 'finishSignOnInApp',
  summary:
    'For the mobile apps: signs a device in with the ticket that came by the link, and the verifier; it is valid once',
  body: () => fields({ ticket: appTicket, verifier: signOnTicket.secret, ...device }),
  data: () => login,
  errors: ['deviceLimit', ...signOnErrors],
});
