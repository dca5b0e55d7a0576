/** Private notes about contacts: sealed by their author for the author alone. See `docs/security.md`. */
import * as z from 'zod/mini';
import { defineCall } from '../call';
import { date } from '../entities';
import type { SealedPlace } from '../sealing';
import { entity, fields } from '../wire';

/** Longest text of a note, in characters. */
export const CONTACT_NOTE_MAX = 2000;
/** Longest sealed note: a text of that length is at most three times as many bytes, plus base64, key and signature. */
export const SEALED_CONTACT_NOTE_MAX = 16 * 1024;

/** Nobody can move a note to another contact: the contact belongs to its place. */
export const contactNotePlace = (ownerId: string, contactId: string): SealedPlace => ({
  kind: 'contactNote',
  within: ownerId,
  id: contactId,
});

/** `note`: sealed under scheme 2. `date`: of the last change, and the version of the note. */
export const contactNote = entity({ note: z.string(), date });
export type ContactNote = z.infer<typeof contactNote>;

const oneNote = { tag: 'Contacts', path: '/services/contacts/{id}/note' } as const;

export const getContactNote = defineCall({
  ...oneNote,
  name: 'getContactNote',
  summary: 'The user’s private note about a contact, or null',
  method: 'GET',
  data: () => z.nullable(contactNote),
  errors: ['notFound'],
});

export const setContactNote = defineCall({
  ...oneNote,
  name: 'setContactNote',
  summary:
    'Replaces the user’s private note about a contact, sealed for the user alone under scheme 2, unless it was changed since it was read; an empty one deletes it',
  method: 'PUT',
  body: () =>
    fields({
      note: z.string().check(z.maxLength(SEALED_CONTACT_NOTE_MAX)),
      /** Date of the note that this one replaces. Absent: there was none. */
      basedOn: z.optional(date),
    }),
  data: () => z.nullable(contactNote),
  errors: ['notFound', 'envelopeInvalid', 'recipientUnknown', 'conflict'],
});
