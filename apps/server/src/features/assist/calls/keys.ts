/**
 * Keys for people who join a call later: a participant who can read its contents wraps their keys for them. The server only accepts
 * additions; sealed contents stay as they came.
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
import type { CallDeps } from './service';
import { findCall } from './store';

export async function listKeys({ db }: Context, principal: Principal, callId: string): Promise<OwnKey[]> {
  requireWasInside(await findCall(db, callId), principal.contactId);
  return await findOwnKeys(db, callId, principal.contactId);
}

/** Adds keys from a participant who is in the call, for its people only. Each of them who is in the call is notified. */
export async function giveKeys(
  { context, coordinator }: CallDeps,
  principal: Principal,
  { id: callId, keys }: CallArguments<typeof addCallKeys>,
): Promise<void> {
  const { state, recipients } = await context.db.transaction(async (transaction) => {
    // Locked, so that nothing is accepted into a call that has just been closed.
    const held = requireInside(await findCall(transaction, callId, 'share'), principal.contactId);
    const people = targetIds(held);
    if (keys.some(({ recipientKeys }) => recipientKeys.some(({ recipientId }) => !people.has(recipientId))))
      throw new ApiError('recipientUnknown', 'keys');
    await requireSealed(transaction, callId, keys);
    return { state: held, recipients: await insertKeys(transaction, callId, keys, true) };
  });
  const notifications = joinedIds(state).filter((contactId) => recipients.has(contactId));
  coordinator.notify([
    { contactIds: notifications, event: { messageType: 'CallKeys', messageContent: { callUniqueId: callId } } },
  ]);
}

/** @throws ApiError `notFound` if an item is not of the call, or not sealed */
async function requireSealed(db: Queries, callId: string, keys: readonly SealedKeys[]): Promise<void> {
  const ids = keys.map(({ uniqueId }) => uniqueId);
  const sealed = await contents.findSealed(db, callId, ids);
  if (!keys.every(({ kind, uniqueId }) => sealed[kind].has(uniqueId))) throw new ApiError('notFound');
}
