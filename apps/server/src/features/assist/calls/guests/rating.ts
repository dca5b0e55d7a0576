/** The rating of a guest, whose session ended with the call: the code of their link says who they are. */
import { type CallArguments, CryptoSchema, type rateAsGuest as rateAsGuestCall } from '@earth/contracts';
import type { Context } from '../../../../context';
import { ApiError } from '../../../../http/api-error';
import { type Asker, tokenHash } from '../../../identity/sessions';
import { requireMayRate, requireTargetOf } from '../policy';
import { saveRating } from '../ratings';
import { findCall } from '../store';
import { findLink } from './entry';

/** @throws ApiError `invalidCode`, `tooManyTries`, `notAllowed`, `conflict` */
export async function rateAsGuest(
  context: Context,
  { code, stars }: CallArguments<typeof rateAsGuestCall>,
  asker: Asker,
): Promise<void> {
  const { clock, db } = context;
  const link = await findLink(context, tokenHash(code), asker);
  if (!link) throw new ApiError('invalidCode');
  const { callId, guestId: contactId } = link;
  if (!link.overAt || link.revokedAt || callId === null || contactId === null) throw new ApiError('notAllowed');
  const { me, call } = requireTargetOf(await findCall(db, callId), contactId);
  requireMayRate(me, call);
  const sealed = { comment: null, cryptoSchema: CryptoSchema.none };
  await saveRating(db, { callId, contactId, stars, ratedAt: clock.now(), ...sealed });
}
