/**
 * Keys for people who come into a call later: somebody who can read what is there wraps its keys for them. The server
 * only ever takes additions; what was sealed stays as it came.
 */
import type { addCallKeys, CallArguments, OwnKey, SealedKeys } from '@earth/contracts';
import type { Context } from '../../../context';
import type { Queries } from '../../../db/database';
import { ApiError } from '../../../http/api-error';
import type { Principal } from '../../../http/principal';
import * as contents from './contents-store';
import { joinedIds, targetIds } from './transitions';
import { findOwnKeys, insertKeys } from './keys-store';
import { requireInside, requireWasInside } from './policy';
import type { Desk } from './service';
import { findCall } from './store';

export async function listKeys({ db }: Context, principal: Principal, callId: string): Promise<OwnKey[]> {
  requireWasInside(await findCall(db, callId), principal.contactId);
  return await findOwnKeys(db, callId, principal.contactId);
}

/** Whoever is in the call, for its people alone: each of them who is in it is told. */
export async function giveKeys(
  { context, coordinator }: Desk,
  principal: Principal,
  { id: callId, keys }: CallArguments<typeof addCallKeys>,
): Promise<void> {
  const { state, recipients } = await context.db.transaction(async (transaction) => {
    // Held, so that nothing is accepted into a call that has just been closed.
    const held = requireInside(await findCall(transaction, callId, 'share'), principal.contactId);
    const people = targetIds(held);
    if (keys.some(({ recipientKeys }) => recipientKeys.some(({ recipientId }) => !people.has(recipientId))))
      throw new ApiError('recipientUnknown', 'keys');
    await requireSealed(transaction, callId, keys);
    return { state: held, recipients: await insertKeys(transaction, callId, keys, true) };
  });
  const notifications = joinedIds(state).filter((contactId) => recipients.has(contactId));
  coordinator.tell([
    { contactIds: notifications, event: { messageType: 'CallKeys', messageContent: { callUniqueId: callId } } },
  ]);
}

/** @throws ApiError `notFound` where something is not of the call, or not sealed */
async function requireSealed(db: Queries, callId: string, keys: readonly SealedKeys[]): Promise<void> {
  const ids = keys.map(({ uniqueId }) => uniqueId);
  const sealed = await contents.findSealed(db, callId, ids);
  if (!keys.every(({ kind, uniqueId }) => sealed[kind].has(uniqueId))) throw new ApiError('notFound');
}
