/** Policy of the messages of rooms: for their people, from their joining on. A message must be sealed for all of them. */
import type { RoomMessage } from '@earth/contracts';
import type { PlacePolicy, Written } from '../messages';
import { findDevices, queuePushes } from '../push';
import { messagePushes } from './notifications';
import { requireReaders } from './policy';
import { findPeople, type Participant } from './store';

/** Changes of messages cause no pushes. */
const isNews = ({ message }: Written) => message.change === null;

export const roomMessages: PlacePolicy<Participant, RoomMessage> = {
  kind: 'room',
  isForAll: true,
  findPeople,
  canRead: () => true,
  requireMayWrite: (_me, people) => requireReaders(people),
  // Also the sender, for their other devices.
  notifiedOf: (_senderId, people) => people.map(({ contactId }) => contactId),
  findDevices: (context, db, written) =>
    findDevices(
      context,
      db,
      new Set(
        written
          .filter(isNews)
          .flatMap(({ message, sealedFor }) => [...sealedFor].filter((contactId) => contactId !== message.senderId)),
      ),
    ),
  afterStored: (context, db, written, { people, devices }) =>
    queuePushes(
      context,
      db,
      written
        .filter(isNews)
        .flatMap(({ message, senderName }) =>
          messagePushes({ ...message, senderName }, people.get(message.placeId) ?? []),
        ),
      devices,
    ),
  findAddedKeys: async () => new Map(),
  messageOf: (roomUniqueId, fields) => ({ roomUniqueId, ...fields }),
  sentEvent: (roomMessage) => ({ messageType: 'RoomMessage', messageContent: { roomMessage } }),
  receiptEvent: (roomUniqueId, kind, receipt, now) =>
    kind === 'read'
      ? { messageType: 'MessagesRead', messageContent: { roomUniqueId, ...receipt, date: now.toISOString() } }
      : { messageType: 'MessagesDelivered', messageContent: { roomUniqueId, ...receipt } },
};
