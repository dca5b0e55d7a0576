/** Sealing and opening of profile pictures: scheme 2, whatever the server's setting, because it proves the owner. */
import { CryptoSchema, getProfilePicture, type SealedPlace } from '@earth/contracts';
import { myself, readReader, sendCall } from '../../../platform';
import { createCipher } from '../../../platform/crypto/cipher';
import { findChanged } from '../../../platform/crypto/key-trust';
import type { SessionScope } from '../../../platform/session/session-scope';

/**
 * It asks nothing, because it works in the background: contacts whose safety number was compared, and whose keys have changed since, are
 * left out.
 */
export const createPictureCipher = (scope: SessionScope) =>
  createCipher(CryptoSchema.v2, readReader, { findRefused: (people) => findChanged(scope, people) });

export const placeOf = (ownerId: string, version: string): SealedPlace => ({
  kind: 'profilePicture',
  within: ownerId,
  id: version,
});

/** Pictures are made by `CropDialog`. A contact could have sealed anything else, such as an address to be loaded. */
const PICTURE = /^data:image\/jpeg;base64,[A-Za-z0-9+/]+={0,2}$/;

/** A picture as the server has it. `picture` is null if it is not for this device, or not by this owner. */
export async function openPicture(scope: SessionScope, ownerId: string) {
  const { version, sealed, date, owner } = await sendCall(getProfilePicture, { id: ownerId });
  const me = myself();
  const isMine = ownerId === me?.uniqueId;
  const isChanged = !isMine && (await findChanged(scope, [owner])).size > 0;
  if (isChanged || owner.uniqueId !== ownerId) return { version, sealed, picture: null };
  const origin = { sender: isMine ? me : owner, place: placeOf(ownerId, version), date };
  const opened = await scope.get(createPictureCipher).openText(CryptoSchema.v2, sealed, origin);
  return { version, sealed, picture: typeof opened === 'string' && PICTURE.test(opened) ? opened : null };
}
