/** Room messages, stored sealed, and how far each reader has got. */
import {
  type CallArguments,
  type CallData,
  type listRoomMessages,
  type PushEvent,
  type Room,
  type RoomMessage,
  type readPushedMessage,
  type readRoomMessages,
  type StoredFile,
} from '@earth/contracts';
import type { Context } from '../../../context';
import { ApiError } from '../../../http/api-error';
import type { Principal } from '../../../http/principal';
import { contactViews } from '../../identity/contacts';
import * as messages from './messages-store';
import { requireParticipant } from './policy';
import { blobKey, readRoom, notify } from './service';
import { findParticipants } from './store';
import { messageView } from './views';

/** A page of the messages since the user joined, oldest first. */
export async function listMessages(
  { db }: Context,
  principal: Principal,
  { id: roomId, fromId, toId, limit }: CallArguments<typeof listRoomMessages>,
): Promise<RoomMessage[]> {
  const people = await findParticipants(db, [roomId]);
  const me = requireParticipant(people, principal);
  const positionOf = async (id: string) => {
    const position = await messages.findPosition(db, roomId, id);
    if (position === null) throw new ApiError('notFound');
    return position;
  };
  const after = fromId === undefined ? 0 : await positionOf(fromId);
  const before = toId === undefined ? Number.MAX_SAFE_INTEGER : await positionOf(toId);
  const found = await messages.findMessages(db, roomId, {
    after: Math.max(after, me.joinedPosition),
    before,
    limit,
    from: fromId === undefined ? 'before' : 'after',
  });
  return found.map((row) => messageView(row, me, people));
}

/** The content of a push for a room: its last message, and the keys of its author. */
export async function readPushed(
  context: Context,
  { readToken }: CallArguments<typeof readPushedMessage>,
): Promise<CallData<typeof readPushedMessage>> {
  const { principal, roomId } = await context.access.readReading(readToken);
  const people = await findParticipants(context.db, [roomId]);
  const me = requireParticipant(people, principal);
  const last = await messages.findLastOfOthers(context.db, me, me.joinedPosition);
  const sender = last && (await contactViews(context, [last.senderId])).get(last.senderId);
  if (!sender) throw new ApiError('notFound');
  return { contactUniqueId: principal.contactId, sender, roomMessage: messageView(last, me, people) };
}

/** Marks all messages as read, or those up to a position. */
export async function readMessages(
  context: Context,
  principal: Principal,
  { id: roomId, read, position }: CallArguments<typeof readRoomMessages>,
): Promise<Room> {
  if (!read) throw new ApiError('invalidInput', 'read');
  await recordReceipt(context, principal, 'read', { roomId, position });
  return await readRoom(context, principal.contactId, roomId);
}

interface Place {
  readonly roomId: string;
  /** Absent: the last one. */
  readonly position?: number | undefined;
}

/** Records that a device has received the messages of a room up to a position. */
export async function recordReceived(context: Context, principal: Principal, place: Place): Promise<void> {
  await recordReceipt(context, principal, 'delivered', place);
}

/** Notifies the senders of the messages; of read messages the user's own devices too. */
async function recordReceipt(
  context: Context,
  { contactId }: Principal,
  reach: messages.ReceiptKind,
  { roomId, position }: Place,
): Promise<void> {
  const { clock, db } = context;
  const moved = await messages.saveReceipt(db, { roomId, contactId }, reach, position);
  if (!moved) throw new ApiError('notFound');
  if (moved.reached === moved.before) return;
  const senders = await messages.findSenders(db, roomId, moved, contactId);
  const content = { roomUniqueId: roomId, contactUniqueId: contactId, position: moved.reached };
  const event: PushEvent =
    reach === 'read'
      ? { messageType: 'MessagesRead', messageContent: { ...content, date: clock.now().toISOString() } }
      : { messageType: 'MessagesDelivered', messageContent: content };
  notify(context, reach === 'read' ? [contactId, ...senders] : senders, event);
}

/** Typing indicator: for the other participants of the room only. */
export async function publishTyping({ bus, db }: Context, principal: Principal, roomId: string): Promise<void> {
  const people = await findParticipants(db, [roomId]);
  requireParticipant(people, principal);
  const others = people.flatMap(({ contactId }) => (contactId === principal.contactId ? [] : contactId));
  bus.publish('typing', { contactIds: others, roomUniqueId: roomId, contactUniqueId: principal.contactId });
}

/** Reads an attachment or its preview as it is stored: for those who may read its message. */
export async function readRoomFile(
  { blobs, db }: Context,
  principal: Principal,
  roomId: string,
  storedName: string,
): Promise<StoredFile> {
  const me = requireParticipant(await findParticipants(db, [roomId]), principal);
  const message = await messages.findFile(db, roomId, storedName);
  if (!message || message.position <= me.joinedPosition) throw new ApiError('notFound');
  const bytes = await blobs.read(blobKey(roomId, storedName));
  if (!bytes) throw new ApiError('notFound');
  const { fileName, cryptoSchema } = message;
  return { fileName: fileName ?? storedName, base64: bytes.toString('base64'), cryptoSchema };
}
