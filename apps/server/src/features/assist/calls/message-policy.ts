/** Policy of the messages of calls: for their people, who can read all from the first one on, whenever they join. */
import type { CallMessage } from '@earth/contracts';
import type { PlacePolicy } from '../messages';
import { findAddedKeys, insertKeys } from './keys-store';
import { requireMayAdd } from './policy';
import { type CallMember, findMembers } from './store';

export const callMessages: PlacePolicy<CallMember, CallMessage> = {
  kind: 'call',
  isForAll: false,
  findPeople: findMembers,
  canRead: ({ joinedAt }) => joinedAt !== null,
  requireMayWrite: (me, _people, now) => requireMayAdd(me, now),
  // Also those who left: they may still have the page of the call open.
  notifiedOf: (senderId, people) =>
    people.flatMap(({ contactId, joinedAt }) => (joinedAt && contactId !== senderId ? contactId : [])),
  findDevices: async () => undefined,
  async afterStored(_context, db, written) {
    for (const { message, keys } of written) await insertKeys(db, message.placeId, keys, false);
    return false;
  },
  findAddedKeys: (db, callId, items, contactId) => findAddedKeys(db, { callId, ...items }, contactId),
  messageOf: (callUniqueId, fields) => ({ callUniqueId, ...fields }),
  sentEvent: (callMessage) => ({ messageType: 'CallMessage', messageContent: { callMessage } }),
  receiptEvent: (callUniqueId, kind, receipt, now) =>
    kind === 'read'
      ? { messageType: 'CallMessagesRead', messageContent: { callUniqueId, ...receipt, date: now.toISOString() } }
      : { messageType: 'CallMessagesDelivered', messageContent: { callUniqueId, ...receipt } },
};
