/** The user's own picture: sealed for the user alone, with a key given to each of its audience. */
import {
  CryptoSchema,
  getSharedPicture,
  PICTURE_KEYS_MAX,
  type RecipientKey,
  setProfilePicture,
  shareProfilePicture,
} from '@earth/contracts';
import { ownKeyIn, type Recipient } from '@earth/crypto';
import { myself, sendCall } from '../../../platform';
import type { SessionScope } from '../../../platform/session/session-scope';
import { findAudience } from './picture-audience';
import { createPictureCipher, openPicture, placeOf } from './open-picture';

interface Sealed {
  readonly version: string;
  readonly sealed: string;
}

interface Replacing {
  /** Undefined: there is none. */
  readonly replacedVersion: string | undefined;
  /** They get a key in the same step, so that they do not see initials meanwhile. */
  readonly people?: readonly Recipient[];
}

/** Replaces the picture, under a new key. */
export async function replacePicture(
  scope: SessionScope,
  picture: string,
  { replacedVersion, people = [] }: Replacing,
): Promise<void> {
  const me = myself();
  if (!me) throw new Error('Not signed in');
  const version = crypto.randomUUID();
  const cipher = scope.get(createPictureCipher);
  const sealed = await cipher.sealText(CryptoSchema.v2, picture, [me], placeOf(me.uniqueId, version));
  const recipientKeys = await keysFor(scope, sealed, people.slice(0, PICTURE_KEYS_MAX));
  await sendCall(setProfilePicture, { version, replacedVersion, sealed, recipientKeys });
  await giveKeys(scope, { version, sealed }, people.slice(PICTURE_KEYS_MAX));
}

async function keysFor(scope: SessionScope, sealed: string, people: readonly Recipient[]): Promise<RecipientKey[]> {
  const me = myself();
  const key = me && people.length > 0 ? ownKeyIn(sealed, me) : null;
  return (key && me && (await scope.get(createPictureCipher).rewrapKey(key, people, me.uniqueId))) || [];
}

async function giveKeys(scope: SessionScope, { version, sealed }: Sealed, people: readonly Recipient[]) {
  for (let first = 0; first < people.length; first += PICTURE_KEYS_MAX) {
    const recipientKeys = await keysFor(scope, sealed, people.slice(first, first + PICTURE_KEYS_MAX));
    if (recipientKeys.length > 0) await sendCall(shareProfilePicture, { version, recipientKeys });
  }
}

/**
 * Gives a key to those of the audience who have none. If somebody has one who is none of them any more, the picture is sealed under a
 * new key, with keys for all others.
 */
export async function sharePicture(scope: SessionScope): Promise<void> {
  const shared = await sendCall(getSharedPicture, {});
  const me = myself();
  if (!shared || !me) return;
  const audience = await findAudience(scope);
  const hasStranger = shared.recipientIds.some((id) => !audience.ids.has(id));
  const without = hasStranger
    ? audience.ids
    : new Set([...audience.ids].filter((id) => !shared.recipientIds.includes(id)));
  if (without.size === 0 && !hasStranger) return;
  const opened = await openPicture(scope, me.uniqueId);
  // Its key is lost with the user's former keys, or another device was faster.
  if (opened.picture === null || opened.version !== shared.version) return;
  const people = await audience.findKeys(without);
  if (hasStranger) await replacePicture(scope, opened.picture, { replacedVersion: shared.version, people });
  else await giveKeys(scope, opened, people);
}
