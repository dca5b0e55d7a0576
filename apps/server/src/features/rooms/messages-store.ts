/** All SQL of what people write in rooms. */
import { decode, id as uuid } from '@earth/contracts';
import { and, asc, desc, eq, getTableColumns, gt, lt, ne, or, sql } from 'drizzle-orm';
import type { Queries } from '../../db/database';
import { isDuplicate } from '../../db/query-error';
import { contacts, roomMessages, roomParticipants, rooms } from '../../db/schema';
import type { Part, SignedMessage } from './store';

export type NewMessage = Omit<typeof roomMessages.$inferSelect, 'position'>;

const signed = (db: Queries) =>
  db
    .select({ message: roomMessages, senderName: contacts.name })
    .from(roomMessages)
    .innerJoin(contacts, eq(contacts.id, roomMessages.senderId));

const flat = ({ message, senderName }: Awaited<ReturnType<typeof signed>>[number]): SignedMessage => ({
  ...message,
  senderName,
});

interface Slice {
  /** Positions: neither is in it. */
  readonly after: number;
  readonly before: number;
  readonly limit: number;
  /** Which of them, where there are more: those next after `after`, or those next before `before`. */
  readonly from: 'after' | 'before';
}

/** Oldest first. */
export async function findMessages(
  db: Queries,
  roomId: string,
  { after, before, limit, from }: Slice,
): Promise<SignedMessage[]> {
  const { position } = roomMessages;
  const found = await signed(db)
    .where(and(eq(roomMessages.roomId, roomId), gt(position, after), lt(position, before)))
    .orderBy(from === 'after' ? asc(position) : desc(position))
    .limit(limit);
  return (from === 'after' ? found : found.toReversed()).map(flat);
}

/** Where in its room a message stands; null where the room has no such message. */
export async function findPosition(db: Queries, roomId: string, id: string): Promise<number | null> {
  const [found] = await db
    .select({ position: roomMessages.position })
    .from(roomMessages)
    .where(and(eq(roomMessages.roomId, roomId), eq(roomMessages.id, id)));
  return found?.position ?? null;
}

/** What a sender has sent under an id of their own. */
interface Sent {
  readonly roomId: string;
  readonly senderId: string;
  readonly clientId: string;
}

export async function findSent(db: Queries, { roomId, senderId, clientId }: Sent): Promise<SignedMessage | null> {
  const [found] = await signed(db).where(
    and(eq(roomMessages.roomId, roomId), eq(roomMessages.senderId, senderId), eq(roomMessages.clientId, clientId)),
  );
  return found ? flat(found) : null;
}

/** PostgreSQL, appendix A. */
/**
 * Takes the next position of a room and writes a message there, in one statement: the room is held until it is written, so
 * that whoever sees a message sees all before it. The sender's row is locked after the room's, not just looked for: who
 * left while the statement waited for the room would still be seen there.
 * @returns its position; `gone` where the sender is not in the room any more, `again` where the `clientId` was there already
 */
export async function insertMessage(db: Queries, message: NewMessage): Promise<number | 'gone' | 'again'> {
  const { roomId, senderId } = message;
  const held = db.$with('held').as(db.select({ id: rooms.id }).from(rooms).where(eq(rooms.id, roomId)).for('update'));
  const part = db
    .$with('part')
    .as(
      db
        .select({ roomId: roomParticipants.roomId })
        .from(held)
        .innerJoin(roomParticipants, eq(roomParticipants.roomId, held.id))
        .where(eq(roomParticipants.contactId, senderId))
        .for('key share', { of: roomParticipants }),
    );
  const next = db.$with('next').as(
    db
      .update(rooms)
      .set({ lastPosition: sql`${rooms.lastPosition} + 1` })
      .from(part)
      .where(eq(rooms.id, part.roomId))
      .returning({ position: rooms.lastPosition }),
  );
  const row = Object.entries(getTableColumns(roomMessages)).map(([name, column]) =>
    name === 'position' ? next.position : sql.param(message[name as keyof NewMessage], column),
  );
  try {
    const [inserted] = await db
      .with(held, part, next)
      .insert(roomMessages)
      .select(sql`select ${sql.join(row, sql`, `)} from ${next}`)
      .returning({ position: roomMessages.position });
    return inserted?.position ?? 'gone';
  } catch (error) {
    if (isDuplicate(error, 'room_messages_client')) return 'again';
    throw error;
  }
}

/** How far messages have come to somebody: to a device of theirs, or before their eyes. */
export type Reach = 'delivered' | 'read';

/** From where to where somebody has come on. */
interface Moved {
  readonly before: number;
  readonly reached: number;
}

/**
 * Notes that messages have come to somebody up to a position, or to the last one. What was there stays so, and no row is
 * written anew where it was known: each device of a person says the same.
 * @returns null where they are not in the room
 */
export async function saveReach(
  db: Queries,
  { roomId, contactId }: Part,
  reach: Reach,
  position?: number,
): Promise<Moved | null> {
  const column = sql.identifier(`${reach}_position`);
  const read = reach === 'read' ? sql`held.reached` : sql`mine.read_position`;
  const upTo = position === undefined ? sql`rooms.last_position` : sql`least(${position}::bigint, rooms.last_position)`;
  const { rows } = await db.execute<{ before: string; reached: string }>(sql`
    with held as (
      select me.${column} as before, greatest(me.${column}, ${upTo}) as reached
      from room_participants as me join rooms on rooms.id = me.room_id
      where me.room_id = ${roomId} and me.contact_id = ${contactId} for update of me
    ), moved as (
      update room_participants as mine
      set read_position = ${read}, delivered_position = greatest(held.reached, mine.delivered_position)
      from held
      where mine.room_id = ${roomId} and mine.contact_id = ${contactId} and held.reached > held.before
    )
    select before, reached from held`);
  const [row] = rows;
  return row ? { before: Number(row.before), reached: Number(row.reached) } : null;
}

/** Who wrote what stands between two positions, but for one of them. */
export async function findSenders(
  db: Queries,
  roomId: string,
  { before, reached }: Moved,
  but: string,
): Promise<string[]> {
  const { position, senderId } = roomMessages;
  const found = await db
    .selectDistinct({ senderId })
    .from(roomMessages)
    .innerJoin(
      roomParticipants,
      and(eq(roomParticipants.roomId, roomMessages.roomId), eq(roomParticipants.contactId, senderId)),
    )
    .where(
      and(eq(roomMessages.roomId, roomId), gt(position, before), sql`${position} <= ${reached}`, ne(senderId, but)),
    );
  return found.map((row) => row.senderId);
}

/** The message whose attachment, or its preview, is stored under a name: that begins with its id, by which it is found. */
export async function findFile(db: Queries, roomId: string, storedName: string): Promise<SignedMessage | null> {
  const id = decode(uuid, storedName.replace(/(-preview)?\.bin$/, ''));
  if (!id.success) return null;
  const { fileKey, previewKey } = roomMessages;
  const isStored = or(eq(fileKey, storedName), eq(previewKey, storedName));
  const [found] = await signed(db).where(and(eq(roomMessages.id, id.data), eq(roomMessages.roomId, roomId), isStored));
  return found ? flat(found) : null;
}
