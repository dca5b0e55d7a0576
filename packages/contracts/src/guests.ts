/** Links by which somebody without an account comes into one call, from a browser, with a name only. */
import * as z from 'zod/mini';
import { auth } from './auth';
import { defineCall } from './call';
import { device } from './device';
import { contact, date, id, login, profile, showsSomething } from './entities';
import { entity, fields } from './wire';

const shown = {
  uniqueId: id,
  /** The call that it was made in; null: the guest rings whoever made it. */
  callUniqueId: z.nullable(id),
  /** Who has come by it; null: nobody yet. */
  guestName: z.nullable(z.string()),
  date,
  expirationDate: date,
};

/** An open link. Its code is in the `Url` that was given out once, and nowhere else. */
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
    'A controller’s link for one guest and one call: into the call that is named, or else one that rings the maker',
  method: 'POST',
  body: () => fields({ callUniqueId: z.optional(id) }),
  data: () => madeGuestLink,
  errors: ['notAllowed', 'callsOff', 'notFound', 'callClosed', 'tooManyToday'],
});

export const listGuestLinks = defineCall({
  ...links,
  name: 'listGuestLinks',
  summary: 'One’s own guest links that are open, the newest first',
  method: 'GET',
  data: () => z.array(guestLink),
  errors: ['notAllowed'],
});

export const revokeGuestLink = defineCall({
  ...oneLink,
  name: 'revokeGuestLink',
  summary: 'Revokes one of one’s own guest links; a guest who came by it is thrown out',
  method: 'DELETE',
  data: () => z.null(),
  errors: ['notAllowed', 'notFound'],
});

const code = z.string().check(z.trim(), z.minLength(1), z.maxLength(64));
/** What is not seen in a name: it could turn it round, or make one look like another's. Letters that are joined by it keep it. */
const UNSEEN = /(?![\u200c\u200d])\p{Cf}/gu;
export const withoutUnseen = (name: string): string => name.replaceAll(UNSEEN, '');

/** In one line. */
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

/** What a link says to whoever holds its code. */
export const receivedGuestLink = entity({ host: entity({ name: z.string() }), companyName: z.string() });
export type ReceivedGuestLink = z.infer<typeof receivedGuestLink>;

export const readGuestLink = defineCall({
  ...byLink,
  name: 'readGuestLink',
  flag: 'guestLink',
  summary: 'Who waits behind a guest link; looking uses nothing up',
  body: () => fields({ code }),
  data: () => receivedGuestLink,
});

/** `profile`: who the guest is from now on; `host`: whom they call. */
const guestEntry = entity({ login, profile, host: contact });
export type GuestEntry = z.infer<typeof guestEntry>;

export const enterAsGuest = defineCall({
  ...byLink,
  name: 'enterAsGuest',
  flag: 'guest',
  summary:
    'Uses a guest link up: a session that may do nothing but what the contract opens to guests, in the link’s call',
  body: () => fields({ code, name: guestName, ...device }),
  data: () => guestEntry,
  errors: [...byLink.errors, 'callsOff'],
});
