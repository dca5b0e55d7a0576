/** Applies the events of the socket to the rooms. */
import type { PushEvent, RoomMessage, RoomParticipant, ServerFrame } from '@earth/contracts';
import { isNext, lastPosition, type OpenedRoom, type OpenedRoomMessage, withNewer } from './conversation';
import { createMutex } from '@earth/async';
import { applyChanges } from '@earth/messaging';
import { myId } from '../../../platform';
import { afterPaint } from '../../../platform/after-paint';
import { refetchKeys } from '../../../shared/queries';
import { formerPeopleQuery, roomChangesQuery, roomPeopleQuery } from './room-people';
import {
  changeKnownRoom,
  conversationQuery,
  dropRoom,
  knownConversation,
  knownRoom,
  openMessage,
  refreshRooms,
  refreshRoomsSoon,
  applyRoom,
} from './room-queries';
import { closeDeletedNotification, closeSeenNotifications } from '../../../platform/push/seen-notifications';
import { createRoomReceipts } from './receipts';
import { createTyping } from './typing';
import type { SessionScope } from '../../../platform/session/session-scope';
import { createQueryClient } from '../../../shared/query-client';

const createEventMutex = () => createMutex();

/** Events are handled one after another, so that decryption keeps their order. */
const inOrder = (scope: SessionScope, handle: () => Promise<unknown>): Promise<unknown> =>
  scope
    .get(createEventMutex)(handle)
    .catch(() => undefined);

/**
 * Applies a stored message, from a push or from the answer to its sender. If one before it is missing, that is fetched.
 * Resolves when it is in the conversation, if that is loaded. Never rejects.
 */
export async function applyMessage(scope: SessionScope, message: OpenedRoomMessage): Promise<void> {
  const isComing = addToConversation(scope, message);
  addToList(scope, message);
  await isComing;
}

function addToConversation(scope: SessionScope, message: OpenedRoomMessage): Promise<void> | undefined {
  const { queryKey } = conversationQuery(message.roomUniqueId);
  const known = knownConversation(scope, message.roomUniqueId);
  if (known && isNext(known, message)) scope.get(createQueryClient).setQueryData(queryKey, withNewer(known, [message]));
  else if (known && message.position > lastPosition(known))
    return scope.get(createQueryClient).invalidateQueries({ queryKey });
  return undefined;
}

/** A change may be of the last message, or of an unread one: the server knows what the list shows then. */
function noteChange(scope: SessionScope, room: OpenedRoom, { change, changedUniqueId, position }: RoomMessage) {
  if (position <= (room.lastPosition ?? 0)) return;
  changeKnownRoom(scope, room.uniqueId, (before) => ({ ...before, lastPosition: position }));
  const isOfLast = changedUniqueId === room.lastMessage?.uniqueId;
  if (change !== 'react' && (isOfLast || room.unreadMessages > 0)) refreshRoomsSoon(scope);
}

function addToList(scope: SessionScope, message: OpenedRoomMessage) {
  const { roomUniqueId: roomId, sender, position } = message;
  const isMine = sender.uniqueId === myId();
  const room = knownRoom(scope, roomId);
  // The list may be loading now, and would restart with each message.
  if (!room) return refreshRoomsSoon(scope);
  if (message.change !== undefined) return noteChange(scope, room, message);
  if (position <= (room.lastMessage?.position ?? 0)) return;
  const { uniqueId, clientId, fileName, delivered, read } = message;
  const isRead = isMine || position <= room.readPosition;
  const isForMe = message.mentions?.some((id) => id === myId()) ?? false;
  changeKnownRoom(scope, roomId, (before) => ({
    ...before,
    lastMessageText: message.message,
    lastMessageCryptoSchema: message.cryptoSchema,
    lastMessageDate: message.date,
    lastMessage: { uniqueId, position, sender, ...(clientId !== null && { clientId }), fileName, delivered, read },
    lastText: message.text,
    lastPosition: position,
    unreadMessages: before.unreadMessages + (isRead ? 0 : 1),
    unreadMentions: (before.unreadMentions ?? 0) + (!isRead && isForMe ? 1 : 0),
  }));
}

/** Whether it is applied already: own messages arrive by answer and by push, and a fetched one may be pushed too. */
function isApplied(scope: SessionScope, { roomUniqueId, position }: RoomMessage): boolean {
  const known = knownConversation(scope, roomUniqueId);
  const isInList = position <= (knownRoom(scope, roomUniqueId)?.lastMessage?.position ?? 0);
  return isInList && (!known || position <= lastPosition(known));
}

/** What its author has deleted leaves the notifications too. */
function closeDeleted(scope: SessionScope, { roomUniqueId: roomId, changedUniqueId }: RoomMessage) {
  const messages = applyChanges(knownConversation(scope, roomId)?.messages ?? []);
  const deleted = messages.find(({ uniqueId, isDeleted }) => uniqueId === changedUniqueId && isDeleted);
  if (deleted) closeDeletedNotification(roomId, deleted.date);
}

async function openPushed(scope: SessionScope, message: RoomMessage) {
  const { roomUniqueId: roomId, sender, position } = message;
  // This device's own messages come with the answers to its requests too, and then need no decryption.
  if (sender.uniqueId === myId() && !isApplied(scope, message)) await new Promise<void>(afterPaint);
  if (!isApplied(scope, message)) void applyMessage(scope, await openMessage(scope, message));
  if (message.change === 'delete') closeDeleted(scope, message);
  // Together with the message: rendering it before would delay the decryption.
  scope.get(createTyping).noteWritten(roomId, sender.uniqueId);
  // The receipt would delay the message on both screens.
  if (sender.uniqueId !== myId()) afterPaint(() => scope.get(createRoomReceipts).noteDelivered([[roomId, position]]));
}

type Reach = 'deliveredPosition' | 'readPosition';

function noteProgress(scope: SessionScope, roomId: string, contactId: string, reached: Partial<Record<Reach, number>>) {
  scope.get(createQueryClient).setQueryData(roomPeopleQuery(roomId).queryKey, (people: RoomParticipant[] | undefined) =>
    people?.map((one) =>
      one.contact.uniqueId === contactId
        ? {
            ...one,
            deliveredPosition: Math.max(one.deliveredPosition, reached.deliveredPosition ?? 0),
            readPosition: Math.max(one.readPosition, reached.readPosition ?? 0),
          }
        : one,
    ),
  );
}

interface Reached {
  readonly roomUniqueId: string;
  readonly contactUniqueId: string;
  readonly position: number;
}

/** A member has received, or read, the messages up to a position. */
function noteReach(
  scope: SessionScope,
  { roomUniqueId: roomId, contactUniqueId: contactId, position }: Reached,
  isRead: boolean,
) {
  noteProgress(scope, roomId, contactId, { deliveredPosition: position, ...(isRead && { readPosition: position }) });
  const last = knownRoom(scope, roomId)?.lastMessage;
  if (!last || position < last.position || last.sender.uniqueId === contactId) {
    // Read on another device, but not to the end: the server has the number of unread messages.
    if (contactId === myId() && isRead && position > (knownRoom(scope, roomId)?.readPosition ?? 0))
      void refreshRooms(scope);
    return;
  }
  if (contactId === myId() && isRead) closeSeenNotifications(roomId);
  if (contactId === myId())
    changeKnownRoom(scope, roomId, (room) => ({
      ...room,
      unreadMessages: isRead ? 0 : room.unreadMessages,
      unreadMentions: isRead ? 0 : (room.unreadMentions ?? 0),
      readPosition: isRead ? position : room.readPosition,
    }));
  // In a group only the server knows whether everybody has. It matters for the user's own message, until everybody has.
  else if (knownRoom(scope, roomId)?.isGroup) {
    if (last.sender.uniqueId === myId() && !(isRead ? last.read : last.delivered)) refreshRoomsSoon(scope);
  } else
    changeKnownRoom(scope, roomId, (room) => ({
      ...room,
      lastMessage: room.lastMessage && { ...room.lastMessage, delivered: true, read: isRead || room.lastMessage.read },
    }));
}

function applyPush(scope: SessionScope, event: PushEvent) {
  switch (event.messageType) {
    case 'RoomCreated':
      void inOrder(scope, () => applyRoom(scope, event.messageContent.room));
      break;
    case 'RoomChanged': {
      const { roomUniqueId } = event.messageContent;
      for (const { queryKey } of [roomPeopleQuery, formerPeopleQuery, roomChangesQuery].map((of) => of(roomUniqueId)))
        void scope.get(createQueryClient).invalidateQueries({ queryKey });
      void refreshRooms(scope);
      break;
    }
    case 'RoomMessage':
      void inOrder(scope, () => openPushed(scope, event.messageContent.roomMessage));
      break;
    case 'MessagesRead':
    case 'MessagesDelivered': {
      const reached = event.messageContent;
      const isRead = event.messageType === 'MessagesRead';
      void inOrder(scope, async () => noteReach(scope, reached, isRead));
      break;
    }
    case 'KeysChanged':
      void refetchKeys(scope);
      break;
    case 'RoomDeleted':
      dropRoom(scope, event.messageContent.roomUniqueId);
      break;
    default:
      break;
  }
}

export function applyRoomFrame(scope: SessionScope, frame: ServerFrame) {
  if (frame.type === 'typing') scope.get(createTyping).noteTyping(frame.roomUniqueId, frame.contactUniqueId);
  else if (frame.type === 'push') applyPush(scope, frame);
}
