/** Profile pictures: sealed by their owner, opened by those to whom the owner gave a key. See `docs/security.md`. */
import * as z from 'zod/mini';
import { defineCall } from '../call';
import { PICTURE_KEYS_MAX, PROFILE_PICTURE_MAX } from '../constants';
import { contact, date, id, wrappedKey } from '../entities';
import { entity, fields } from '../wire';

const own = { tag: 'Contacts', path: '/services/profile-picture' } as const;

/** `version`: chosen by the owner's device, and signed with the picture. */
const pictureVersion = entity({ contactUniqueId: id, version: id });

/** Under scheme 2 the text of a `data:` address. */
const sealedPicture = entity({ version: id, sealed: z.string(), date, owner: contact });
export type SealedPicture = z.infer<typeof sealedPicture>;

/** Those who have a key to the picture, without the owner. Whose keys were replaced since needs another one, and is left out. */
const sharedPicture = entity({ version: id, recipientIds: z.array(id) });

export const getSharedPicture = defineCall({
  ...own,
  name: 'getSharedPicture',
  summary: 'The version of the user’s profile picture and who has a key to it, or null',
  method: 'GET',
  data: () => z.nullable(sharedPicture),
});

export const setProfilePicture = defineCall({
  ...own,
  name: 'setProfilePicture',
  summary: 'Replaces the user’s profile picture, sealed for the user alone under scheme 2, and the keys of all others',
  method: 'PUT',
  /** `replacedVersion`: the one that this replaces. Absent: none. `recipientKeys`: for people who can open the new one at once. */
  body: () =>
    fields({
      version: id,
      replacedVersion: z.optional(id),
      sealed: z.string().check(z.minLength(1), z.maxLength(PROFILE_PICTURE_MAX)),
      recipientKeys: z.optional(z.array(wrappedKey).check(z.maxLength(PICTURE_KEYS_MAX))),
    }),
  data: () => z.null(),
  errors: ['conflict', 'envelopeInvalid', 'recipientUnknown'],
});

export const removeProfilePicture = defineCall({
  ...own,
  name: 'removeProfilePicture',
  summary: 'Deletes the user’s profile picture with all keys to it',
  method: 'DELETE',
  data: () => z.null(),
});

export const shareProfilePicture = defineCall({
  tag: 'Contacts',
  path: '/services/profile-picture/keys',
  name: 'shareProfilePicture',
  summary: 'Gives people from the user’s address book and rooms a key to this version of the user’s profile picture',
  method: 'POST',
  body: () =>
    fields({ version: id, recipientKeys: z.array(wrappedKey).check(z.minLength(1), z.maxLength(PICTURE_KEYS_MAX)) }),
  data: () => z.null(),
  errors: ['conflict', 'envelopeInvalid', 'recipientUnknown'],
});

export const listProfilePictures = defineCall({
  tag: 'Contacts',
  path: '/services/profile-pictures',
  name: 'listProfilePictures',
  summary: 'The profile pictures that the user can open, with the user’s own',
  method: 'GET',
  data: () => z.array(pictureVersion),
});

export const getProfilePicture = defineCall({
  tag: 'Contacts',
  path: '/services/profile-pictures/{id}',
  name: 'getProfilePicture',
  summary: 'The sealed profile picture of a contact who has given the user a key to it, with that key',
  method: 'GET',
  data: () => sealedPicture,
  errors: ['notFound'],
});
