/** Guest links: a person without an account joins one call from a browser, with a name only. */
import * as z from 'zod/mini';
import { auth } from './auth';
import { defineCall } from './call';
import { device } from './device';
import { contact, date, id, login, profile, showsSomething } from './entities';
import { entity, fields } from './wire';

const shown = {
  uniqueId: id,
  /** The call in which the link was made. Null: the guest rings its maker. */
  callUniqueId: z.nullable(id),
  /** Name of the guest who used the link. Null: not used yet. */
  guestName: z.nullable(z.string()),
  date,
  expirationDate: date,
};

/** An open link. Its code is only in the `Url`, which is given out once. */
export const guestLink = entity(shown);
export type GuestLink = z.infer<typeof guestLink>;

const madeGuestLink = entity({ ...shown, url: z.string() });
export type MadeGuestLink = z.infer<typeof madeGuestLink>;

const links = { tag: 'Calls', path: '/services/calls/guest-links' } as const;
const oneLink = { tag: 'Calls', path: '/services/calls/guest-links/{id}' } as const;

export const makeGuestLink = defineCall({
  ...links,
  name: 'makeGuestLink',
  summary:
    'Creates a guest link for one call: the given call, or a new one that rings the controller who created the link',
  method: 'POST',
  body: () => fields({ callUniqueId: z.optional(id) }),
  data: () => madeGuestLink,
  errors: ['notAllowed', 'callsOff', 'notFound', 'callClosed', 'tooManyToday'],
});

export const listGuestLinks = defineCall({
  ...links,
  name: 'listGuestLinks',
  summary: 'The user’s open guest links, newest first',
  method: 'GET',
  data: () => z.array(guestLink),
  errors: ['notAllowed'],
});

export const revokeGuestLink = defineCall({
  ...oneLink,
  name: 'revokeGuestLink',
  summary: 'Revokes a guest link of the user; a guest who used it is disconnected',
  method: 'DELETE',
  data: () => z.null(),
  errors: ['notAllowed', 'notFound'],
});

const code = z.string().check(z.trim(), z.minLength(1), z.maxLength(64));
/** Invisible characters that could turn or disguise a name. Joiners between letters are allowed. */
const UNSEEN = /(?![\u200c\u200d])\p{Cf}/gu;
export const withoutUnseen = (name: string): string => name.replaceAll(UNSEEN, '');

/** A single line. */
export const guestName = z
  .string()
  .check(
    z.overwrite(withoutUnseen),
    z.trim(),
    z.minLength(1),
    showsSomething,
    z.maxLength(100),
    z.regex(/^[^\p{Cc}\u2028\u2029]*$/u),
  );

const byLink = {
  ...auth,
  callsAMinute: 60,
  errors: ['tooManyTries', 'invalidCode', 'guestLinkUsed', 'guestLinkExpired', 'guestLinkRevoked', 'guestLinkOver'],
} as const;

/** What a link shows before it is used. */
export const receivedGuestLink = entity({ host: entity({ name: z.string() }), companyName: z.string() });
export type ReceivedGuestLink = z.infer<typeof receivedGuestLink>;

export const readGuestLink = defineCall({
  ...byLink,
  name: 'readGuestLink',
  flag: 'guestLink',
  summary: 'Who created a guest link; reading it doesn’t use it up',
  body: () => fields({ code }),
  data: () => receivedGuestLink,
});

/**
 * `profile`: the guest's new identity; `host`: the contact to call. With `ratingToken` this device may rate the call, when the session has
 * ended with it: the maker of the link knows the code, too.
 */
const guestEntry = entity({ login, profile, host: contact, ratingToken: z.string() });
export type GuestEntry = z.infer<typeof guestEntry>;

export const enterAsGuest = defineCall({
  ...byLink,
  name: 'enterAsGuest',
  flag: 'guest',
  summary: 'Uses up a guest link: starts a session that is bound to the link’s call and open to the calls for guests',
  body: () => fields({ code, name: guestName, ...device }),
  data: () => guestEntry,
  errors: [...byLink.errors, 'callsOff'],
});
