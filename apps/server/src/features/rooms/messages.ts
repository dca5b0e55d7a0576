/** What people write in rooms. The server keeps it as it came, sealed, passes it on, and notes how far it has come. */
import {
  type CallArguments,
  type listRoomMessages,
  PREVIEW_BYTES_MAX,
  type PushEvent,
  type Room,
  type RoomMessage,
  type readRoomMessages,
  type StoredFile,
  type sendRoomMessage,
} from '@earth/contracts';
import type { Context } from '../../context';
import { ApiError } from '../../http/api-error';
import { readSealedFile } from '../../http/sealed-input';
import { readSealedMessage } from '../../http/sealed-message';
import type { Who } from '../../http/who';
import { withBlob } from '../../ports/blobs/with-blob';
import { sendPushes } from '../push';
import * as messages from './messages-store';
import { requireParticipant } from './policy';
import { blobKey, oneRoom, tell } from './service';
import { queueMessagePush } from './pushes';
import { findParticipants, type Participant } from './store';
import { messageView } from './views';

/** A page of what was written since one came in, oldest first. */
export async function listMessages(
  { db }: Context,
  who: Who,
  { id: roomId, fromId, toId, limit }: CallArguments<typeof listRoomMessages>,
): Promise<RoomMessage[]> {
  const people = await findParticipants(db, [roomId]);
  const me = requireParticipant(people, who);
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

export async function sendMessage(
  context: Context,
  who: Who,
  { id: roomId, ...input }: CallArguments<typeof sendRoomMessage>,
): Promise<RoomMessage> {
  const { blobs, clock, db, random, settings } = context;
  const { clientId } = input;
  const sent = clientId === undefined ? null : { roomId, senderId: who.contactId, clientId };
  const [people, first] = await Promise.all([findParticipants(db, [roomId]), sent && messages.findSent(db, sent)]);
  const me = requireParticipant(people, who);
  // A retry is answered although people may have left since: what was accepted stays accepted.
  if (first) return messageView(first, me, people);
  const readers = new Set(people.map((one) => one.contactId));
  const { file } = readSealedMessage(input, readers, settings.maxFileBytes);
  const preview = readPreview(input, readers);
  const id = random.id();
  const [fileKey, previewKey] = [`${id}.bin`, `${id}-preview.bin`];
  const message = {
    id,
    roomId,
    senderId: who.contactId,
    message: input.message,
    cryptoSchema: input.cryptoSchema,
    clientId: clientId ?? null,
    fileName: file?.name ?? null,
    fileKey: file && fileKey,
    fileSize: file?.plainBytes ?? null,
    previewKey: preview && previewKey,
    createdAt: clock.now(),
  };
  const blob = file && { key: blobKey(roomId, fileKey), bytes: file.bytes };
  const smallBlob = preview && { key: blobKey(roomId, previewKey), bytes: preview };
  const stored = await withBlob(blobs, blob, (keep) =>
    withBlob(blobs, smallBlob, async (keepSmall) => {
      const inserted = await insert(context, message, me.name);
      if (typeof inserted === 'object') {
        keep();
        keepSmall();
      }
      return inserted;
    }),
  );
  if (stored === 'gone') throw new ApiError('notFound');
  if (stored === 'again') {
    const row = sent && (await messages.findSent(db, sent));
    if (!row) throw new ApiError('notFound');
    return messageView(row, me, people);
  }
  const { position } = stored;
  const view = messageView({ ...message, position, senderName: me.name }, me, people);
  tell(
    context,
    stored.readers.map((one) => one.contactId),
    { messageType: 'RoomMessage', messageContent: { roomMessage: view } },
  );
  if (stored.hasPushes) sendPushes(context);
  return view;
}

/**
 * The small picture that goes with a file, as it is stored; null: there is none.
 * @throws ApiError as `readSealedFile`, and `invalidInput` where it goes with nothing
 */
function readPreview(
  { base64File, base64Preview: value, cryptoSchema: scheme }: Omit<CallArguments<typeof sendRoomMessage>, 'id'>,
  people: ReadonlySet<string>,
): Buffer | null {
  if (value === undefined) return null;
  const field = 'base64preview';
  if (base64File === undefined) throw new ApiError('invalidInput', field);
  return readSealedFile({ field, value, scheme, people }, PREVIEW_BYTES_MAX).bytes;
}

interface Stored {
  readonly position: number;
  /** Those who were in the room then: somebody may have come in just before. */
  readonly readers: readonly Participant[];
  readonly hasPushes: boolean;
}

/** Stores a message, and with it that people are to be told of it by push. */
async function insert(
  context: Context,
  message: messages.NewMessage,
  senderName: string,
): Promise<Stored | 'gone' | 'again'> {
  return await context.db.transaction(async (transaction) => {
    const position = await messages.insertMessage(transaction, message);
    if (typeof position !== 'number') return position;
    const readers = await findParticipants(transaction, [message.roomId]);
    const hasPushes = await queueMessagePush(context, transaction, { ...message, senderName }, readers);
    return { position, readers, hasPushes };
  });
}

/** One has read all messages, or those up to a position. */
export async function readMessages(
  context: Context,
  who: Who,
  { id: roomId, read, position }: CallArguments<typeof readRoomMessages>,
): Promise<Room> {
  if (!read) throw new ApiError('invalidInput', 'read');
  await noteReach(context, who, 'read', { roomId, position });
  return await oneRoom(context, who.contactId, roomId);
}

interface Place {
  readonly roomId: string;
  /** Absent: the last one. */
  readonly position?: number | undefined;
}

/** A device has the messages of a room up to a position. */
export async function noteReceived(context: Context, who: Who, place: Place): Promise<void> {
  await noteReach(context, who, 'delivered', place);
}

/** Those who wrote what has come on are told; of what was read, one's own devices too. */
async function noteReach(
  context: Context,
  { contactId }: Who,
  reach: messages.Reach,
  { roomId, position }: Place,
): Promise<void> {
  const { clock, db } = context;
  const moved = await messages.saveReach(db, { roomId, contactId }, reach, position);
  if (!moved) throw new ApiError('notFound');
  if (moved.reached === moved.before) return;
  const senders = await messages.findSenders(db, roomId, moved, contactId);
  const content = { roomUniqueId: roomId, contactUniqueId: contactId, position: moved.reached };
  const event: PushEvent =
    reach === 'read'
      ? { messageType: 'MessagesRead', messageContent: { ...content, date: clock.now().toISOString() } }
      : { messageType: 'MessagesDelivered', messageContent: content };
  tell(context, reach === 'read' ? [contactId, ...senders] : senders, event);
}

/** Somebody is writing: the others of the room see it, and nobody else. */
export async function noteTyping({ bus, db }: Context, who: Who, roomId: string): Promise<void> {
  const people = await findParticipants(db, [roomId]);
  requireParticipant(people, who);
  const others = people.flatMap(({ contactId }) => (contactId === who.contactId ? [] : contactId));
  bus.publish('typing', { contactIds: others, roomUniqueId: roomId, contactUniqueId: who.contactId });
}

/** An attachment, or its preview, as it is stored: for those who may read its message. */
export async function readRoomFile(
  { blobs, db }: Context,
  who: Who,
  roomId: string,
  storedName: string,
): Promise<StoredFile> {
  const me = requireParticipant(await findParticipants(db, [roomId]), who);
  const message = await messages.findFile(db, roomId, storedName);
  if (!message || message.position <= me.joinedPosition) throw new ApiError('notFound');
  const bytes = await blobs.read(blobKey(roomId, storedName));
  if (!bytes) throw new ApiError('notFound');
  const { fileName, cryptoSchema } = message;
  return { fileName: fileName ?? storedName, base64: bytes.toString('base64'), cryptoSchema };
}
