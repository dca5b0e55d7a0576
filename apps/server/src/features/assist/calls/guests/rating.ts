/** The rating of a guest, whose session ended with the call: the code names the link, and a token the device that used it. */
import { type CallArguments, CryptoSchema, type rateAsGuest as rateAsGuestCall } from '@earth/contracts';
import type { Context } from '../../../../context';
import { ApiError } from '../../../../http/api-error';
import { type Asker, isSameHash, tokenHash } from '../../../identity/sessions';
import { requireMayRate, requireTargetOf } from '../policy';
import { saveRating } from '../ratings-store';
import { findCall } from '../store';
import { findLink } from './entry';

/** @throws ApiError `invalidCode`, `tooManyTries`, `notAllowed` */
export async function rateAsGuest(
  context: Context,
  { code, ratingToken, stars }: CallArguments<typeof rateAsGuestCall>,
  asker: Asker,
): Promise<void> {
  const { clock, db } = context;
  const link = await findLink(context, tokenHash(code), asker);
  if (!link) throw new ApiError('invalidCode');
  // Not the maker of the link, who knows its code.
  if (!link.ratingHash || !isSameHash(link.ratingHash, tokenHash(ratingToken))) throw new ApiError('notAllowed');
  const { callId, guestId: contactId } = link;
  if (!link.overAt || link.revokedAt || callId === null || contactId === null) throw new ApiError('notAllowed');
  const { me, call } = requireTargetOf(await findCall(db, callId), contactId);
  requireMayRate(me, call);
  const sealed = { comment: null, cryptoSchema: CryptoSchema.none };
  await saveRating(db, { callId, contactId, stars, ratedAt: clock.now(), ...sealed });
}
