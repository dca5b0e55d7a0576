/** Service of rooms: creating, changing and leaving them. */
import {
  type CallArguments,
  type Contact,
  type changeRoom as changeRoomSpec,
  type createRoom as createRoomSpec,
  isBlank,
  type PushEvent,
  type Room,
  type RoomParticipant,
} from '@earth/contracts';
import type { Context } from '../../../context';
import type { Queries } from '../../../db/database';
import { ApiError } from '../../../http/api-error';
import { checkSealedText } from '../../../http/sealed-input';
import type { Principal } from '../../../http/principal';
import { contactViews } from '../../identity/contacts';
import { blobKey, requireMember } from '../messages';
import { recordChanges } from './changes';
import { requireColleagues, requireGroup, requireRoomFor } from './policy';
import * as store from './store';
import { roomView } from './views';

/** Sends an event of a room to people, on all of their devices. */
function notify({ push }: Context, contactIds: Iterable<string>, event: PushEvent): void {
  push.toContacts([...contactIds], event);
}

/** The rooms of the principal, by their last message, newest first. */
export async function listRooms({ db }: Context, principal: Principal): Promise<Room[]> {
  const own = await store.findRooms(db, principal.contactId);
  const people = await store.findPeople(
    db,
    own.map(({ room }) => room.id),
  );
  return own.map((one) => roomView(one, people.get(one.room.id) ?? []));
}

/** A room as one of its people sees it. @throws ApiError `notFound` */
export async function readRoom(context: Context, contactId: string, roomId: string): Promise<Room> {
  const room = await findRoom(context, contactId, roomId);
  if (!room) throw new ApiError('notFound');
  return room;
}

async function findRoom({ db }: Context, contactId: string, roomId: string): Promise<Room | null> {
  const [own] = await store.findRooms(db, contactId, roomId);
  return own ? roomView(own, await store.findParticipants(db, [roomId])) : null;
}

export async function participants(context: Context, principal: Principal, roomId: string): Promise<RoomParticipant[]> {
  const people = await store.findParticipants(context.db, [roomId]);
  requireMember(people, principal);
  const contacts = await contactViews(
    context,
    people.map(({ contactId }) => contactId),
  );
  return people.flatMap(({ contactId, joinedAt, joinedPosition, deliveredPosition, readPosition }) => {
    const contact = contacts.get(contactId);
    return contact
      ? [{ contact, joinedDate: joinedAt.toISOString(), joinedPosition, deliveredPosition, readPosition }]
      : [];
  });
}

/** Former participants who wrote something that the principal can read in the room, including its subject. */
export async function formerParticipants(context: Context, principal: Principal, roomId: string): Promise<Contact[]> {
  const people = await store.findParticipants(context.db, [roomId]);
  const { joinedPosition } = requireMember(people, principal);
  const authors = await store.findAuthors(context.db, roomId, joinedPosition);
  const areIn = new Set(people.map(({ contactId }) => contactId));
  return [
    ...(
      await contactViews(
        context,
        authors.filter((id) => !areIn.has(id)),
      )
    ).values(),
  ];
}

/** An opened room: a new one, or the one that exists already. */
interface Opened {
  readonly room: store.RoomRow;
  /** The people who joined just now. */
  readonly newcomers: readonly string[];
}

/** Creates a room. Two people share one room, however often and by whichever of them it is created. */
export async function createRoom(
  context: Context,
  principal: Principal,
  { uniqueId, subject, targetContacts, isGroup, cryptoSchema }: CallArguments<typeof createRoomSpec>,
): Promise<Room> {
  const { clock, db, random } = context;
  const people = new Set([principal.contactId, ...targetContacts]);
  if (people.size === 1) throw new ApiError('noParticipants');
  if (!isGroup && people.size > 2) throw new ApiError('invalidInput', 'isGroup');
  requireRoomFor(people);
  requireColleagues([...people], await contactViews(context, [...people]), principal);
  if (isGroup && isBlank(subject)) throw new ApiError('invalidInput', 'subject');
  if (subject !== '')
    checkSealedText({ field: 'subject', value: subject, scheme: cryptoSchema, people, isForAll: true });
  const pair = isGroup ? null : [...people].toSorted().join(' ');
  const made = {
    id: uniqueId ?? random.id(),
    pair,
    subject,
    cryptoSchema,
    subjectAuthorId: subject === '' ? null : principal.contactId,
  };
  const open = () =>
    db.transaction((transaction) => openRoom(transaction, principal, { made, people, now: clock.now() }));
  // The room that was in the way may have been deleted just before it was locked.
  const opened = (await open()) ?? (await open());
  if (!opened) throw new ApiError('invalidInput', 'uniqueId');
  await welcome(context, opened, people);
  return await readRoom(context, principal.contactId, opened.room.id);
}

/** A room to be created. */
interface Plan {
  readonly made: store.NewRoom;
  readonly people: ReadonlySet<string>;
  readonly now: Date;
}

/** @returns null if the id is that of another room */
async function openRoom(db: Queries, { contactId }: Principal, { made, people, now }: Plan): Promise<Opened | null> {
  const { id, pair = null } = made;
  const room = (await store.insertRoom(db, made)) ?? (pair === null ? null : await store.lockPair(db, pair));
  if (room) return { room, newcomers: await store.insertParticipants(db, room, [...people], now) };
  // Perhaps a retry: return the group that the first request created.
  const own = pair === null ? await store.findRooms(db, contactId, id) : [];
  const first = own.find((one) => one.room.pair === null);
  return first ? { room: first.room, newcomers: [] } : null;
}

/** Sends the room to its newcomers, and notifies the other participants of them. */
async function welcome(context: Context, { room, newcomers }: Opened, people: Iterable<string>): Promise<void> {
  const [first] = newcomers;
  if (first === undefined) return;
  // All who join at once see the same. Nobody needs the event who has left again by now.
  const view = await findRoom(context, first, room.id);
  if (view) notify(context, newcomers, { messageType: 'RoomCreated', messageContent: { room: view } });
  const others = [...people].filter((contactId) => !newcomers.includes(contactId));
  notify(context, others, changed(room.id));
}

const changed = (roomUniqueId: string): PushEvent => ({ messageType: 'RoomChanged', messageContent: { roomUniqueId } });

type Change = CallArguments<typeof changeRoomSpec>;

export async function changeRoom(context: Context, principal: Principal, change: Change): Promise<Room> {
  const { clock, db } = context;
  const { id: roomId, mute, subject, targetContacts = [] } = change;
  const added = await contactViews(context, targetContacts);
  const { room, people, newcomers } = await db.transaction(async (transaction) => {
    const held = await store.lockRoom(transaction, roomId);
    const before = await store.findParticipants(transaction, [roomId]);
    requireMember(before, principal);
    if (!held) throw new ApiError('notFound');
    if (targetContacts.length > 0) requireGroup(held, 'targetContacts');
    requireColleagues(targetContacts, added, principal);
    const all = new Set([...before.map(({ contactId }) => contactId), ...targetContacts]);
    requireRoomFor(all);
    if (subject !== undefined) await store.saveSubject(transaction, renamed(held, principal, change, all));
    if (mute !== undefined) await store.saveMute(transaction, { roomId, contactId: principal.contactId }, mute);
    const joined = await store.insertParticipants(transaction, held, targetContacts, clock.now());
    await recordChanges(context, transaction, held, [
      ...joined.map((contactId) => ({ kind: 'joined', contactId, byId: principal.contactId }) as const),
      // Newcomers are recorded by themselves: the subject that is sealed again for them is mostly the same.
      ...(subject !== undefined && targetContacts.length === 0
        ? [{ kind: 'renamed', contactId: principal.contactId } as const]
        : []),
    ]);
    return { room: held, people: all, newcomers: joined };
  });
  await welcome(context, { room, newcomers }, people);
  const isAnnounced = newcomers.length === 0 && subject !== undefined;
  if (isAnnounced) notify(context, people, changed(roomId));
  else if (mute !== undefined) notify(context, [principal.contactId], changed(roomId));
  return await readRoom(context, principal.contactId, roomId);
}

/** Changes the subject, sealed for all. @throws ApiError `invalidInput`, `envelopeInvalid`, `recipientUnknown` */
function renamed(
  room: store.RoomRow,
  { contactId }: Principal,
  { subject = '', cryptoSchema }: Change,
  people: ReadonlySet<string>,
) {
  requireGroup(room, 'subject');
  if (cryptoSchema === undefined) throw new ApiError('invalidInput', 'cryptoschema');
  if (isBlank(subject)) throw new ApiError('invalidInput', 'subject');
  checkSealedText({ field: 'subject', value: subject, scheme: cryptoSchema, people, isForAll: true });
  return { ...room, subject, cryptoSchema, subjectAuthorId: contactId };
}

/**
 * Leaves a room; the last participant deletes it. Its files are deleted after the commit, so that the room is not locked for the disk. A
 * crash in between leaves files that nobody can request.
 */
export async function leaveRoom(context: Context, principal: Principal, roomId: string): Promise<void> {
  const { blobs, db } = context;
  const { contactId } = principal;
  const { others, files } = await db.transaction(async (transaction) => {
    const room = await store.lockRoom(transaction, roomId);
    if (!(await store.deleteParticipant(transaction, { roomId, contactId }))) throw new ApiError('notFound');
    const left = await store.findLeftFiles(transaction, roomId);
    if (!left) {
      if (room) await recordChanges(context, transaction, room, [{ kind: 'left', contactId }]);
      return { others: await store.findParticipants(transaction, [roomId]), files: [] };
    }
    await store.deleteRoom(transaction, roomId);
    return { others: [], files: left };
  });
  notify(context, [contactId], { messageType: 'RoomDeleted', messageContent: { roomUniqueId: roomId } });
  notify(
    context,
    others.map((one) => one.contactId),
    changed(roomId),
  );
  for (const name of files) await blobs.delete(blobKey({ kind: 'room', id: roomId }, name));
}

/** Typing indicator: for the other participants of the room only. */
export async function publishTyping({ bus, db }: Context, principal: Principal, roomId: string): Promise<void> {
  const people = await store.findParticipants(db, [roomId]);
  requireMember(people, principal);
  const others = people.flatMap(({ contactId }) => (contactId === principal.contactId ? [] : contactId));
  bus.publish('typing', { contactIds: others, roomUniqueId: roomId, contactUniqueId: principal.contactId });
}
