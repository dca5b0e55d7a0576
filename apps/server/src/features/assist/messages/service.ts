/** Messages of calls and rooms, stored sealed, and how far each reader has got. */
import {
  type CallArguments,
  type CallData,
  type readCallMessages,
  type readPushedMessage,
  type RoomMessage,
  type StoredFile,
} from '@earth/contracts';
import type { Context } from '../../../context';
import { ApiError } from '../../../http/api-error';
import { addKeys } from '../../../http/sealed-input';
import type { Principal } from '../../../http/principal';
import { contactViews } from '../../identity/contacts';
import { type Member, type PlacePolicy, readersOf, requireMember } from './policy';
import * as store from './store';
import { blobKey, messageFields } from './views';

/** @throws ApiError `notFound`, `notAllowed` */
async function requireReader<Person extends Member, Message>(
  { db }: Context,
  policy: PlacePolicy<Person, Message>,
  principal: Principal,
  placeId: string,
) {
  const people = (await policy.findPeople(db, [placeId])).get(placeId) ?? [];
  const me = requireMember(people, principal);
  if (!policy.canRead(me)) throw new ApiError('notAllowed');
  return { me, readers: readersOf(policy, people) };
}

interface Page {
  readonly id: string;
  /** The ids of messages, exclusive. */
  readonly fromId?: string | undefined;
  readonly toId?: string | undefined;
  /** Absent: all. */
  readonly limit?: number;
}

/** A page of the messages that the principal can read, oldest first. */
export async function listMessages<Person extends Member, Message>(
  context: Context,
  policy: PlacePolicy<Person, Message>,
  principal: Principal,
  { id, fromId, toId, limit = Number.MAX_SAFE_INTEGER }: Page,
): Promise<Message[]> {
  const { db } = context;
  const place = { kind: policy.kind, id };
  const { me, readers } = await requireReader(context, policy, principal, id);
  const positionOf = async (messageId: string) => {
    const position = await store.findPosition(db, place, messageId);
    if (position === null) throw new ApiError('notFound');
    return position;
  };
  const after = fromId === undefined ? 0 : await positionOf(fromId);
  const before = toId === undefined ? Number.MAX_SAFE_INTEGER : await positionOf(toId);
  const found = await store.findMessages(db, place, {
    after: Math.max(after, me.joinedPosition),
    before,
    limit,
    from: fromId === undefined ? 'before' : 'after',
  });
  const added = await policy.findAddedKeys(db, id, { kind: 'message' }, me.contactId);
  return found.map((row) => {
    const key = added.get(row.id);
    const own = key ? { ...row, message: addKeys(row.message, [key]) } : row;
    return policy.messageOf(id, messageFields(policy.kind, own, me, readers));
  });
}

/** The people who can read, with how far the messages have come to each. */
export const listReaders = async <Person extends Member, Message>(
  context: Context,
  policy: PlacePolicy<Person, Message>,
  principal: Principal,
  placeId: string,
): Promise<Person[]> => (await requireReader(context, policy, principal, placeId)).readers;

/** The content of a push: the last message of another person in its room, and the keys of its author. */
export async function readPushed<Person extends Member>(
  context: Context,
  policy: PlacePolicy<Person, RoomMessage>,
  { readToken }: CallArguments<typeof readPushedMessage>,
): Promise<CallData<typeof readPushedMessage>> {
  const { principal, roomId: id } = await context.access.readReading(readToken);
  const { me, readers } = await requireReader(context, policy, principal, id);
  const last = await store.findLastOfOthers(context.db, { kind: policy.kind, id }, me.contactId, me.joinedPosition);
  const sender = last && (await contactViews(context, [last.senderId])).get(last.senderId);
  if (!sender || last.message === '') throw new ApiError('notFound');
  const roomMessage = policy.messageOf(id, messageFields(policy.kind, last, me, readers));
  return { contactUniqueId: me.contactId, sender, roomMessage };
}

/** Marks all messages as read, or those up to a position. */
export async function readMessages<Person extends Member, Message>(
  context: Context,
  policy: PlacePolicy<Person, Message>,
  principal: Principal,
  { id: placeId, read, position }: CallArguments<typeof readCallMessages>,
): Promise<void> {
  if (!read) throw new ApiError('invalidInput', 'read');
  await recordReceipt(context, policy, principal, { placeId, receipt: 'read', position });
}

/** Records that a device has received the messages of a place up to a position. */
export async function recordReceived<Person extends Member, Message>(
  context: Context,
  policy: PlacePolicy<Person, Message>,
  principal: Principal,
  reached: { readonly placeId: string; readonly position: number },
): Promise<void> {
  await recordReceipt(context, policy, principal, { ...reached, receipt: 'delivered' });
}

interface Reached {
  readonly placeId: string;
  readonly receipt: store.ReceiptKind;
  /** Absent: the last one. */
  readonly position?: number | undefined;
}

/** Notifies the senders of the messages; of read messages the user's own devices too. */
async function recordReceipt<Person extends Member, Message>(
  context: Context,
  policy: PlacePolicy<Person, Message>,
  principal: Principal,
  { placeId, receipt, position }: Reached,
): Promise<void> {
  const { clock, db, push } = context;
  const { contactId } = principal;
  const place = { kind: policy.kind, id: placeId };
  const moved = await store.saveReceipt(db, place, { contactId, receipt, position });
  if (!moved) {
    await requireReader(context, policy, principal, placeId);
    throw new ApiError('notFound');
  }
  if (moved.reached === moved.before) return;
  const senders = await store.findSenders(db, place, moved, contactId);
  const content = { contactUniqueId: contactId, position: moved.reached };
  push.toContacts(
    receipt === 'read' ? [contactId, ...senders] : senders,
    policy.receiptEvent(placeId, receipt, content, clock.now()),
  );
}

/**
 * Reads an attachment or its preview as it is stored, with the reader's own key if one was added later: for those who may read its
 * message.
 */
export async function readFile<Person extends Member, Message>(
  context: Context,
  policy: PlacePolicy<Person, Message>,
  principal: Principal,
  { placeId, storedName }: { readonly placeId: string; readonly storedName: string },
): Promise<StoredFile> {
  const { blobs, db } = context;
  const place = { kind: policy.kind, id: placeId };
  const { me } = await requireReader(context, policy, principal, placeId);
  const message = await store.findFile(db, place, storedName);
  if (!message || message.position <= me.joinedPosition) throw new ApiError('notFound');
  const bytes = await blobs.read(blobKey(place, storedName));
  if (!bytes) throw new ApiError('notFound');
  const kind = storedName === message.previewKey ? 'preview' : 'file';
  const key = (await policy.findAddedKeys(db, placeId, { kind, itemId: message.id }, me.contactId)).get(message.id);
  const base64 = (key ? Buffer.from(addKeys(bytes.toString('utf8'), [key])) : bytes).toString('base64');
  return { fileName: message.fileName ?? storedName, base64, cryptoSchema: message.cryptoSchema };
}
