/** Labels of a call: the customer's reference and tags, by its controllers. The server stores them sealed, as they came. */
import type { CallArguments, CallLabels, writeCallLabels } from '@earth/contracts';
import type { Context } from '../../../context';
import { ApiError } from '../../../http/api-error';
import type { Principal } from '../../../http/principal';
import { checkSealedText } from '../../../http/sealed-input';
import { findLabels, saveLabels } from './labels-store';
import { requireMayWriteLabels, requireTargetOf } from './policy';
import { findCall } from './store';
import { targetIds } from './transitions';
import { labelsView } from './views';

export async function writeLabels(
  { clock, db }: Context,
  principal: Principal,
  { id: callId, labels, cryptoSchema, basedOn }: CallArguments<typeof writeCallLabels>,
): Promise<CallLabels> {
  const state = requireTargetOf(await findCall(db, callId), principal.contactId);
  requireMayWriteLabels(principal, state.call);
  checkSealedText({ field: 'labels', value: labels, scheme: cryptoSchema, people: targetIds(state) });
  const over = basedOn === undefined ? null : new Date(basedOn);
  // Always later than the labels that they replace: the date is their version.
  const writtenAt = new Date(Math.max(clock.now().getTime(), (over?.getTime() ?? 0) + 1));
  const row = { callId, authorId: principal.contactId, labels, cryptoSchema, writtenAt };
  const isSaved = await saveLabels(db, row, over);
  const there = (await findLabels(db, [callId])).get(callId);
  // The same labels again are a retry whose first answer was lost.
  if (!there || (!isSaved && (there.labels !== labels || there.authorId !== principal.contactId)))
    throw new ApiError('conflict');
  return labelsView(there);
}
