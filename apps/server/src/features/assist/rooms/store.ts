/** All SQL of rooms and of the people in them. */
import { and, count, desc, eq, gt, isNotNull, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Queries } from '../../../db/database';
import { createStatement } from '../../../db/statement';
import { contacts, roomMessages, roomParticipants, rooms } from '../../../db/schema';
import type { Member, SignedMessage } from '../messages';

export type RoomRow = typeof rooms.$inferSelect;
export type NewRoom = typeof rooms.$inferInsert;
type ParticipantRow = typeof roomParticipants.$inferSelect;

/** A participant of a room. Guests are in none, and who left is no participant. */
export type Participant = ParticipantRow & Member;

/** The sealed text of an edit. */
type Edit = Pick<SignedMessage, 'message' | 'cryptoSchema' | 'clientId'>;

/** A room with the state of one participant. */
export interface OwnRoom {
  readonly room: RoomRow;
  readonly subjectAuthorName: string | null;
  readonly me: ParticipantRow;
  /** The last message that the participant may read. */
  readonly last: SignedMessage | null;
  /** The last edit of that message. */
  readonly lastEdit: Edit | null;
  /** The number of unread messages of others. */
  readonly unread: number;
  /** Of these, the number of those that mention the participant. */
  readonly mentions: number;
}

const subjectAuthors = alias(contacts, 'subject_authors');

/** The rooms of a contact, or one of them, by their last message, newest first. */
export async function findRooms(db: Queries, contactId: string, roomId?: string): Promise<OwnRoom[]> {
  const found = await db
    .select({
      room: rooms,
      subjectAuthorName: subjectAuthors.name,
      me: roomParticipants,
      last: roomMessages,
      senderName: contacts.name,
      unread: sql<number>`(
        select count(*)::int from room_messages as unread
        where unread.room_id = ${rooms.id} and unread.position > ${roomParticipants.readPosition}
          and unread.sender_id <> ${roomParticipants.contactId} and unread.change is null and unread.message <> '')`,
      mentions: sql<number>`(
        select count(*)::int from room_messages as mention
        where mention.room_id = ${rooms.id} and mention.position > ${roomParticipants.readPosition}
          and mention.sender_id <> ${roomParticipants.contactId} and mention.change is null
          and position(${roomParticipants.contactId}::text in mention.mentions) > 0)`,
      lastEdit: sql<Edit | null>`(
        select json_build_object('message', message, 'cryptoSchema', crypto_schema, 'clientId', client_id)
        from room_messages as edit
        where edit.changed_id = ${roomMessages.id} and edit.change = 'edit' and edit.message <> ''
        order by edit.position desc limit 1)`,
    })
    .from(roomParticipants)
    .innerJoin(rooms, eq(rooms.id, roomParticipants.roomId))
    .leftJoin(
      roomMessages,
      and(
        eq(roomMessages.placeId, rooms.id),
        // Changes of messages are no messages themselves.
        sql`${roomMessages.position} = (
          select max(position) from room_messages as shown
          where shown.room_id = ${rooms.id} and shown.change is null and shown.position > ${roomParticipants.joinedPosition})`,
      ),
    )
    .leftJoin(contacts, eq(contacts.id, roomMessages.senderId))
    .leftJoin(subjectAuthors, eq(subjectAuthors.id, rooms.subjectAuthorId))
    .where(and(eq(roomParticipants.contactId, contactId), roomId === undefined ? undefined : eq(rooms.id, roomId)))
    .orderBy(desc(sql`coalesce(${roomMessages.createdAt}, ${roomParticipants.joinedAt})`), desc(rooms.id));
  return found.map(({ last, senderName, ...own }) => ({
    ...own,
    last: last && { ...last, senderName: senderName ?? '', senderIsGuest: false },
  }));
}

const participantsOfRooms = createStatement((db) =>
  db
    .select({ participant: roomParticipants, name: contacts.name })
    .from(roomParticipants)
    .innerJoin(contacts, eq(contacts.id, roomParticipants.contactId))
    .where(sql`${roomParticipants.roomId} = any(${sql.placeholder('roomIds')}::uuid[])`)
    .orderBy(contacts.name, contacts.id)
    .prepare('participants of rooms'),
);

/** All participants of these rooms, by name. */
export async function findParticipants(db: Queries, roomIds: readonly string[]): Promise<Participant[]> {
  if (roomIds.length === 0) return [];
  const found = await participantsOfRooms(db).execute({ roomIds });
  return found.map(({ participant, name }) => ({ ...participant, name, isGuest: false, leftPosition: null }));
}

/** The participants of these rooms, by room id. */
export async function findPeople(db: Queries, roomIds: readonly string[]): Promise<Map<string, Participant[]>> {
  const people = new Map<string, Participant[]>(roomIds.map((id) => [id, []]));
  for (const one of await findParticipants(db, roomIds)) people.get(one.roomId)?.push(one);
  return people;
}

/** The authors of the messages after a position of a room, and of its subject. */
export async function findAuthors(db: Queries, roomId: string, after: number): Promise<string[]> {
  const written = await db
    .selectDistinct({ id: roomMessages.senderId })
    .from(roomMessages)
    .where(and(eq(roomMessages.placeId, roomId), gt(roomMessages.position, after)));
  const [named] = await db.select({ id: rooms.subjectAuthorId }).from(rooms).where(eq(rooms.id, roomId));
  return [...new Set([...written, named].flatMap((author) => author?.id ?? []))];
}

/** Locks the room: until the end of the transaction nobody else writes, joins or leaves. */
export async function lockRoom(db: Queries, roomId: string): Promise<RoomRow | null> {
  const [room] = await db.select().from(rooms).where(eq(rooms.id, roomId)).for('update');
  return room ?? null;
}

export async function lockPair(db: Queries, pair: string): Promise<RoomRow | null> {
  const [room] = await db.select().from(rooms).where(eq(rooms.pair, pair)).for('update');
  return room ?? null;
}

/** @returns null if the two have a room already, or the id is taken */
export async function insertRoom(db: Queries, room: NewRoom): Promise<RoomRow | null> {
  const [inserted] = await db.insert(rooms).values(room).onConflictDoNothing().returning();
  return inserted ?? null;
}

export async function saveSubject(db: Queries, { id, subject, cryptoSchema, subjectAuthorId }: RoomRow): Promise<void> {
  await db.update(rooms).set({ subject, cryptoSchema, subjectAuthorId }).where(eq(rooms.id, id));
}

/**
 * Inserts participants, who read from now on. Existing ones stay as they are.
 * @returns the new ones
 */
export async function insertParticipants(
  db: Queries,
  { id: roomId, lastPosition }: RoomRow,
  contactIds: readonly string[],
  now: Date,
): Promise<string[]> {
  if (contactIds.length === 0) return [];
  const rows = contactIds.map((contactId) => ({
    roomId,
    contactId,
    joinedAt: now,
    joinedPosition: lastPosition,
    deliveredPosition: lastPosition,
    readPosition: lastPosition,
  }));
  const inserted = await db
    .insert(roomParticipants)
    .values(rows)
    .onConflictDoNothing()
    .returning({ contactId: roomParticipants.contactId });
  return inserted.map(({ contactId }) => contactId);
}

/** The participation of a contact in a room. */
export interface Part {
  readonly roomId: string;
  readonly contactId: string;
}

const isPart = ({ roomId, contactId }: Part) =>
  and(eq(roomParticipants.roomId, roomId), eq(roomParticipants.contactId, contactId));

export async function saveMute(db: Queries, part: Part, mute: boolean): Promise<void> {
  await db.update(roomParticipants).set({ mute }).where(isPart(part));
}

/** @returns whether they were in it */
export async function deleteParticipant(db: Queries, part: Part): Promise<boolean> {
  const deleted = await db.delete(roomParticipants).where(isPart(part)).returning({ id: roomParticipants.roomId });
  return deleted.length > 0;
}

/** The blobs of a room that nobody is in any more; null if somebody is in it. */
export async function findLeftFiles(db: Queries, roomId: string): Promise<string[] | null> {
  const [left] = await db.select({ people: count() }).from(roomParticipants).where(eq(roomParticipants.roomId, roomId));
  if (left?.people !== 0) return null;
  const found = await db
    .select({ fileKey: roomMessages.fileKey, previewKey: roomMessages.previewKey })
    .from(roomMessages)
    .where(and(eq(roomMessages.placeId, roomId), isNotNull(roomMessages.fileKey)));
  return found.flatMap(({ fileKey, previewKey }) => [fileKey, previewKey]).filter((key) => key !== null);
}

export async function deleteRoom(db: Queries, roomId: string): Promise<void> {
  await db.delete(rooms).where(eq(rooms.id, roomId));
}
