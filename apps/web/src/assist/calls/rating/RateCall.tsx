import { type Contact, isController, rateCall } from '@earth/contracts';
import type { Ref } from 'react';
import { sendCall, useMe } from '../../../platform';
import { useScope } from '../../../platform/session/scope-context';
import type { SessionScope } from '../../../platform/session/session-scope';
import { callQuery, loadCipher } from '../../../shared/call-queries';
import { createQueryClient } from '../../../shared/query-client';
import { ratingPlace } from '../model/rating-place';
import { type Rating, RatingForm } from './RatingForm';

interface Typed {
  readonly stars: number;
  readonly comment: string;
}

/** Sends a rating, with its comment sealed for the controllers of the call and its author. */
async function send(scope: SessionScope, meId: string, id: string, { stars, comment }: Typed) {
  if (comment === '') return sendCall(rateCall, { id, stars, cryptoSchema: 0 });
  const { participants } = await scope.get(createQueryClient).query({ ...callQuery(id), staleTime: 0 });
  const isReader = ({ uniqueId, role }: Contact) => isController(role.code) || uniqueId === meId;
  const readers = participants.map(({ contact }) => contact).filter(isReader);
  const cipher = await loadCipher(scope);
  const cryptoSchema = await cipher.schemeFor(readers);
  const sealed = await cipher.sealText(cryptoSchema, comment, readers, ratingPlace(id));
  return sendCall(rateCall, { id, stars, comment: sealed, cryptoSchema });
}

/** A field user rates the call that has just ended. Controllers are not asked. */
export function RateCall({ ref, callId }: { readonly ref?: Ref<Rating>; readonly callId: string }) {
  const scope = useScope();
  const me = useMe();
  if (isController(me.role.code)) return null;
  const rate = (stars: number, comment: string) => send(scope, me.uniqueId, callId, { stars, comment });
  return <RatingForm ref={ref} hasComment onSend={rate} />;
}
