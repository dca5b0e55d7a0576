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

const code = z.string().check(z.trim(), z.minLength(1), z.maxLength(40));
const token = z.string().check(z.regex(/^[\w-]{20,100}$/));

/** `url`: the page of the provider. `secret`: the page keeps it, and shows it with the ticket. */
export const signOnStart = fields({ url: z.string(), secret: z.string() });
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
