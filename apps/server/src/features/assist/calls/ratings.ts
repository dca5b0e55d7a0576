/** Ratings of calls by those who were helped. The server stores comments sealed, as they came. */
import { type CallArguments, type CallRating, CryptoSchema, isController, type rateCall } from '@earth/contracts';
import type { Context } from '../../../context';
import { ApiError } from '../../../http/api-error';
import type { Principal } from '../../../http/principal';
import { checkSealedText } from '../../../http/sealed-input';
import { requireMayRate, requireTargetOf } from './policy';
import { findRatings, saveRating } from './ratings-store';
import { findCall } from './store';
import { targetIds } from './transitions';
import { ratingView } from './views';

export async function rate(
  { clock, db }: Context,
  principal: Principal,
  { id: callId, stars, comment, cryptoSchema }: CallArguments<typeof rateCall>,
): Promise<void> {
  const state = requireTargetOf(await findCall(db, callId), principal.contactId);
  if (isController(principal.role)) throw new ApiError('notAllowed');
  requireMayRate(state.me, state.call);
  if (comment !== undefined)
    checkSealedText({ field: 'comment', value: comment, scheme: cryptoSchema, people: targetIds(state) });
  const { contactId } = principal;
  await saveRating(db, {
    callId,
    contactId,
    stars,
    comment: comment ?? null,
    cryptoSchema: comment === undefined ? CryptoSchema.none : cryptoSchema,
    ratedAt: clock.now(),
  });
}

/** Controllers of the call read all of its ratings, others their own. */
export async function readRatings({ db }: Context, principal: Principal, callId: string): Promise<CallRating[]> {
  requireTargetOf(await findCall(db, callId), principal.contactId);
  const rows = await findRatings(db, callId, isController(principal.role) ? undefined : principal.contactId);
  return rows.map(ratingView);
}
