/** All SQL of room messages. */
import { decode, id as uuid } from '@earth/contracts';
import { and, asc, desc, eq, getTableColumns, gt, lt, ne, or, sql } from 'drizzle-orm';
import type { Queries } from '../../../db/database';
import { isDuplicate } from '../../../db/query-error';
import { contacts, roomMessages, roomParticipants } from '../../../db/schema';
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
  /** Positions, both exclusive. */
  readonly after: number;
  readonly before: number;
  readonly limit: number;
  /** The end to read from if there are more: those next after `after`, or those next before `before`. */
  readonly from: 'after' | 'before';
}

/** Returns the messages, oldest first. */
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

/** The last message of another participant since the contact joined; null if there is none. */
export async function findLastOfOthers(
  db: Queries,
  { roomId, contactId }: Part,
  after: number,
): Promise<SignedMessage | null> {
  const { position, senderId } = roomMessages;
  const [found] = await signed(db)
    .where(and(eq(roomMessages.roomId, roomId), ne(senderId, contactId), gt(position, after)))
    .orderBy(desc(position))
    .limit(1);
  return found ? flat(found) : null;
}

/** The position of a message in its room; null if the room has no such message. */
export async function findPosition(db: Queries, roomId: string, id: string): Promise<number | null> {
  const [found] = await db
    .select({ position: roomMessages.position })
    .from(roomMessages)
    .where(and(eq(roomMessages.roomId, roomId), eq(roomMessages.id, id)));
  return found?.position ?? null;
}

/** Idempotency key: the id that a sender chose for a message. */
export interface Sent {
  readonly roomId: string;
  readonly senderId: string;
  readonly clientId: string;
}

/** Returns those that exist. */
export async function findSent(db: Queries, sent: readonly Sent[]): Promise<SignedMessage[]> {
  if (sent.length === 0) return [];
  const { roomId, senderId, clientId } = roomMessages;
  const listOf = (name: keyof Sent) => sql.param(sent.map((one) => one[name]));
  const isOne = sql`(${roomId}, ${senderId}, ${clientId}) in (
    select * from unnest(${listOf('roomId')}::uuid[], ${listOf('senderId')}::uuid[], ${listOf('clientId')}::text[]))`;
  return (await signed(db).where(isOne)).map(flat);
}

/** Identity of a message: its sender's id for it, else its own id. */
const keyOf = ({ id, roomId, senderId, clientId }: NewMessage) =>
  clientId === null ? id : `${roomId} ${senderId} ${clientId}`;

/**
 * Allocates the next positions of rooms and inserts messages there, in order and in one statement. The rooms are locked until the commit,
 * so that a reader who sees a message sees all before it. The senders' rows are locked after the rooms', not just read: a sender who left
 * while the statement waited for a room would still be seen there. Rooms are locked in the order of their ids, which rules out deadlocks.
 * @returns the positions by message id, without messages whose sender left the room and those whose `clientId` exists already; null, with
 * nothing inserted, if one was inserted concurrently
 */
export async function insertMessages(
  db: Queries,
  messages: readonly NewMessage[],
): Promise<ReadonlyMap<string, number> | null> {
  const columns = Object.entries(getTableColumns(roomMessages)).filter(([name]) => name !== 'position');
  const names = sql.join(
    columns.map(([, { name }]) => sql.identifier(name)),
    sql`, `,
  );
  // Of two equal ones the first counts.
  const once = [...new Map(messages.toReversed().map((one) => [keyOf(one), one])).values()].toReversed();
  const lists = columns.map(([name, column]) => {
    const values = once.map((message) => message[name as keyof NewMessage]);
    return sql`${sql.param(values)}::${sql.raw(column.getSQLType())}[]`;
  });
  try {
    const { rows } = await db.execute<{ id: string; position: string }>(sql`
      with given as (
        select * from unnest(${sql.join(lists, sql`, `)}) with ordinality as one (${names}, number)
        where client_id is null or not exists (
          select from room_messages as sent
          where sent.room_id = one.room_id and sent.sender_id = one.sender_id and sent.client_id = one.client_id
        )
      ), held as (
        select id, last_position from rooms where id in (select room_id from given) order by id for update
      ), part as (
        select me.room_id, me.contact_id, held.last_position
        from held join room_participants as me on me.room_id = held.id
        where (me.room_id, me.contact_id) in (select room_id, sender_id from given) for key share of me
      ), placed as (
        select given.*, part.last_position + row_number() over (partition by given.room_id order by number) as position
        from given join part on part.room_id = given.room_id and part.contact_id = given.sender_id
      ), moved as (
        update rooms set last_position = last.position
        from (select room_id, max(position) as position from placed group by room_id) as last
        where rooms.id = last.room_id
      )
      insert into room_messages (${names}, position) select ${names}, position from placed returning id, position`);
    return new Map(rows.map(({ id, position }) => [id, Number(position)]));
  } catch (error) {
    if (isDuplicate(error, 'room_messages_client')) return null;
    throw error;
  }
}

/** How far messages have reached a person: delivered to a device of theirs, or read. */
export type ReceiptKind = 'delivered' | 'read';

/** The positions between which a person has advanced. */
interface Moved {
  readonly before: number;
  readonly reached: number;
}

/**
 * Records that messages reached a person up to a position, or to the last one. A position never goes back, and an unchanged row is not
 * written: each device of a person reports the same.
 * @returns null if the person is not in the room
 */
export async function saveReceipt(
  db: Queries,
  { roomId, contactId }: Part,
  reach: ReceiptKind,
  position?: number,
): Promise<Moved | null> {
  const column = sql.identifier(`${reach}_position`);
  const read = reach === 'read' ? sql`held.reached` : sql`mine.read_position`;
  const upTo = position === undefined ? sql`rooms.last_position` : sql`least(${position}::bigint, rooms.last_position)`;
  const { rows } = await db.execute<{ before: string; reached: string }>(sql`
    with held as (
      select me.${column} as before, greatest(me.${column}, ${upTo}) as reached
      from room_participants as me join rooms on rooms.id = me.room_id
      where me.room_id = ${roomId} and me.contact_id = ${contactId} for no key update of me
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

/** The senders of the messages between two positions, except one contact. */
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

/** Finds the message of a stored attachment or preview: the stored name begins with the message's id. */
export async function findFile(db: Queries, roomId: string, storedName: string): Promise<SignedMessage | null> {
  const id = decode(uuid, storedName.replace(/(-preview)?\.bin$/, ''));
  if (!id.success) return null;
  const { fileKey, previewKey } = roomMessages;
  const isStored = or(eq(fileKey, storedName), eq(previewKey, storedName));
  const [found] = await signed(db).where(and(eq(roomMessages.id, id.data), eq(roomMessages.roomId, roomId), isStored));
  return found ? flat(found) : null;
}
