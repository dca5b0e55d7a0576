/** The event that webhooks get of each call that ended. It has no names and nothing that was said: those are sealed, or not theirs. */
import type { Context } from '../../../context';
import type { Queries } from '../../../db/database';
import { queueEvents } from '../../operations/webhooks';
import { type CallState, talkSeconds } from './transitions';

/** @returns whether any of it is for a webhook */
export async function queueEndedCalls(context: Context, db: Queries, ended: readonly CallState[]): Promise<boolean> {
  const now = context.clock.now();
  const all = ended.map((state) => ({ companyId: state.call.companyId, data: dataOf(state, now) }));
  return await queueEvents(context, db, 'call.ended', all);
}

function dataOf({ call, targets }: CallState, now: Date) {
  const { id, callerId, productCode, forHelp, startedAt, answeredAt, closedAt, reason } = call;
  return {
    id,
    callerId,
    participantIds: targets.filter(({ joinedAt }) => joinedAt !== null).map(({ contactId }) => contactId),
    productCode,
    forHelp,
    reason,
    startedAt: startedAt.toISOString(),
    answeredAt: answeredAt?.toISOString() ?? null,
    endedAt: closedAt?.toISOString() ?? null,
    talkSeconds: Math.round(talkSeconds(call, now)),
  };
}
