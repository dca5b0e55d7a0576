/** The user's own picture: sealed for the user alone, with a key given to each of its audience. */
import {
  CryptoSchema,
  getSharedPicture,
  PICTURE_KEYS_MAX,
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

/** Replaces the picture, under a new key. @param replacedVersion undefined: there is none */
export async function replacePicture(
  scope: SessionScope,
  picture: string,
  replacedVersion: string | undefined,
): Promise<Sealed> {
  const me = myself();
  if (!me) throw new Error('Not signed in');
  const version = crypto.randomUUID();
  const cipher = scope.get(createPictureCipher);
  const sealed = await cipher.sealText(CryptoSchema.v2, picture, [me], placeOf(me.uniqueId, version));
  await sendCall(setProfilePicture, { version, replacedVersion, sealed });
  return { version, sealed };
}

async function giveKeys(scope: SessionScope, { version, sealed }: Sealed, people: readonly Recipient[]) {
  const me = myself();
  const key = me && ownKeyIn(sealed, me);
  if (!key) return;
  for (let first = 0; first < people.length; first += PICTURE_KEYS_MAX) {
    const some = people.slice(first, first + PICTURE_KEYS_MAX);
    const recipientKeys = await scope.get(createPictureCipher).rewrapKey(key, some, me.uniqueId);
    if (recipientKeys?.length) await sendCall(shareProfilePicture, { version, recipientKeys });
  }
}

/**
 * Gives a key to those of the audience who have none. If somebody has one who is none of them any more, the picture is sealed under a
 * new key first.
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
  const current = hasStranger ? await replacePicture(scope, opened.picture, shared.version) : opened;
  await giveKeys(scope, current, await audience.findKeys(without));
}
