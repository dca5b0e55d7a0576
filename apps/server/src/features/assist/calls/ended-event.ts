/** The event that webhooks get of a call that ended. It has no names and nothing that was said: those are sealed, or not theirs. */
import type { Context } from '../../../context';
import type { Queries } from '../../../db/database';
import { queueEvent } from '../../operations/webhooks';
import { type CallState, talkSeconds } from './transitions';

/** @returns whether it is for any webhook */
export async function queueEndedCall(context: Context, db: Queries, { call, targets }: CallState): Promise<boolean> {
  const { id, companyId, callerId, productCode, forHelp, startedAt, answeredAt, closedAt, reason } = call;
  const data = {
    id,
    callerId,
    participantIds: targets.filter(({ joinedAt }) => joinedAt !== null).map(({ contactId }) => contactId),
    productCode,
    forHelp,
    reason,
    startedAt: startedAt.toISOString(),
    answeredAt: answeredAt?.toISOString() ?? null,
    endedAt: closedAt?.toISOString() ?? null,
    talkSeconds: Math.round(talkSeconds(call, context.clock.now())),
  };
  return await queueEvent(context, db, companyId, { event: 'call.ended', data });
}
