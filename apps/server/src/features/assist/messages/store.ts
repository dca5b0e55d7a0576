/** All SQL of messages. */
import { decode, id as uuid } from '@earth/contracts';
import { and, asc, desc, eq, getTableColumns, gt, isNull, lt, ne, or, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import type { Queries } from '../../../db/database';
import { isDuplicate } from '../../../db/query-error';
import { createStatement } from '../../../db/statement';
import { callMessages, contacts, roomMessages } from '../../../db/schema';

/** A call or a room, with messages in it. */
export interface Place {
  readonly kind: 'call' | 'room';
  readonly id: string;
}

/** How far messages have come to a person: delivered to a device of theirs, or read. */
export type ReceiptKind = 'delivered' | 'read';

type MessageRow = typeof callMessages.$inferSelect;
export type NewMessage = Omit<MessageRow, 'position'>;
type PlaceKind = Place['kind'];

/** A message with the name of its author. */
export interface SignedMessage extends MessageRow {
  readonly senderName: string;
  readonly senderIsGuest: boolean;
}

const TABLES = { call: callMessages, room: roomMessages } as const;

/** The names of the tables of a kind of place, and of their column with its id. */
const NAMES = {
  call: {
    messages: sql.identifier('call_messages'),
    places: sql.identifier('calls'),
    people: sql.identifier('call_targets'),
    placeId: sql.identifier('call_id'),
  },
  room: {
    messages: sql.identifier('room_messages'),
    places: sql.identifier('rooms'),
    people: sql.identifier('room_participants'),
    placeId: sql.identifier('room_id'),
  },
} as const;

const signed = (db: Queries, kind: PlaceKind) => {
  const messages = TABLES[kind];
  return db
    .select({ message: getTableColumns(messages), senderName: contacts.name, senderIsGuest: contacts.guest })
    .from(messages)
    .innerJoin(contacts, eq(contacts.id, messages.senderId));
};

const flat = ({ message, ...sender }: Awaited<ReturnType<typeof signed>>[number]): SignedMessage => ({
  ...message,
  ...sender,
});

export interface Slice {
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
  place: Place,
  { after, before, limit, from }: Slice,
): Promise<SignedMessage[]> {
  const { placeId, position } = TABLES[place.kind];
  const found = await signed(db, place.kind)
    .where(and(eq(placeId, place.id), gt(position, after), lt(position, before)))
    .orderBy(from === 'after' ? asc(position) : desc(position))
    .limit(limit);
  return (from === 'after' ? found : found.toReversed()).map(flat);
}

/** The last message of another person after a position, deleted or not; null if there is none. */
export async function findLastOfOthers(
  db: Queries,
  place: Place,
  contactId: string,
  after: number,
): Promise<SignedMessage | null> {
  const { change, placeId, position, senderId } = TABLES[place.kind];
  const [found] = await signed(db, place.kind)
    .where(and(eq(placeId, place.id), ne(senderId, contactId), gt(position, after), isNull(change)))
    .orderBy(desc(position))
    .limit(1);
  return found ? flat(found) : null;
}

export async function findMessage(db: Queries, place: Place, messageId: string): Promise<MessageRow | null> {
  const { id, placeId } = TABLES[place.kind];
  const [found] = await db
    .select()
    .from(TABLES[place.kind])
    .where(and(eq(placeId, place.id), eq(id, messageId)));
  return found ?? null;
}

/** What is left of a deleted message: who wrote it, and when. */
const ERASED = sql.raw(
  "message = '', file_name = null, file_key = null, file_size = null, preview_key = null, mentions = null",
);

export interface ErasedFile {
  readonly placeId: string;
  readonly storedName: string;
}

/**
 * Erases the messages that these delete, and the edits of messages that are deleted, sealed text and file. The place is locked, so that none
 * of both comes between.
 * @returns the erased files, by place
 */
export async function eraseDeleted(
  db: Queries,
  kind: PlaceKind,
  changes: readonly Pick<NewMessage, 'id' | 'placeId' | 'change' | 'changedId'>[],
): Promise<ErasedFile[]> {
  const changed = [...new Set(changes.flatMap(({ changedId }) => changedId ?? []))];
  if (changed.length === 0) return [];
  const { messages, placeId } = NAMES[kind];
  const { rows } = await db.execute<{ place: string; file_key: string | null; preview_key: string | null }>(sql`
    with deleted as (
      select changed_id as id from ${messages}
      where change = 'delete' and changed_id = any(${sql.param(changed)}::uuid[])
    ), erased as (
      select id, ${placeId} as place, file_key, preview_key from ${messages}
      where message <> '' and id in (select id from deleted)
      union all
      select id, ${placeId} as place, file_key, preview_key from ${messages}
      where message <> '' and change <> 'delete' and changed_id in (select id from deleted)
    ), done as (
      update ${messages} set ${ERASED} where id in (select id from erased)
    )
    select place, file_key, preview_key from erased`);
  return rows.flatMap(({ place, file_key, preview_key }) =>
    [file_key, preview_key].flatMap((storedName) => (storedName === null ? [] : { placeId: place, storedName })),
  );
}

/** The position of a message in its place; null if there is no such message. */
export async function findPosition(db: Queries, place: Place, messageId: string): Promise<number | null> {
  const { id, placeId, position } = TABLES[place.kind];
  const [found] = await db
    .select({ position })
    .from(TABLES[place.kind])
    .where(and(eq(placeId, place.id), eq(id, messageId)));
  return found?.position ?? null;
}

/** Idempotency key: the id that a sender chose for a message. */
export interface Sent {
  readonly placeId: string;
  readonly senderId: string;
  readonly clientId: string;
}

/** Null if there is no such message. */
export async function findSent(db: Queries, kind: PlaceKind, sent: Sent): Promise<SignedMessage | null> {
  const { placeId, senderId, clientId } = TABLES[kind];
  const isIt = and(eq(placeId, sent.placeId), eq(senderId, sent.senderId), eq(clientId, sent.clientId));
  const [found] = await signed(db, kind).where(isIt);
  return found ? flat(found) : null;
}

/** Identity of a message: its sender's id for it, else its own id. */
const keyOf = ({ id, placeId, senderId, clientId }: NewMessage) =>
  clientId === null ? id : `${placeId} ${senderId} ${clientId}`;

/**
 * Allocates the next positions of places and inserts messages there, in order and in one statement. The places are locked until the commit,
 * so that a reader who sees a message sees all before it. The senders' rows are locked after the places', not just read: a sender who left
 * while the statement waited for a room would still be seen there. Places are locked in the order of their ids, which rules out deadlocks.
 */
const createInsert = (kind: PlaceKind) =>
  createStatement((db) => {
    const { messages, people, placeId, places } = NAMES[kind];
    const all = Object.entries<PgColumn>(getTableColumns(TABLES[kind]));
    const columns = all.filter(([name]) => name !== 'position');
    const namesOf = (some: typeof all) =>
      sql.join(
        some.map(([, { name }]) => sql.identifier(name)),
        sql`, `,
      );
    const lists = columns.map(([name, column]) => sql`${sql.placeholder(name)}::${sql.raw(column.getSQLType())}[]`);
    const given = sql`
      select * from unnest(${sql.join(lists, sql`, `)}) with ordinality as one (${namesOf(columns)}, number)
      where client_id is null or not exists (
        select from ${messages} as sent
        where sent.${placeId} = one.${placeId} and sent.sender_id = one.sender_id and sent.client_id = one.client_id
      )`;
    const held = sql`
      select id, last_position from ${places} where id in (select ${placeId} from given) order by id for update`;
    const part = sql`
      select me.${placeId}, me.contact_id, held.last_position
      from held join ${people} as me on me.${placeId} = held.id
      where (me.${placeId}, me.contact_id) in (select ${placeId}, sender_id from given) for key share of me`;
    const placed = sql`
      select given.*, part.last_position + row_number() over (partition by given.${placeId} order by number) as position
      from given join part on part.${placeId} = given.${placeId} and part.contact_id = given.sender_id`;
    const moved = sql`
      update ${places} as place set last_position = last.position
      from (select ${placeId}, max(position) as position from placed group by ${placeId}) as last
      where place.id = last.${placeId}`;
    const parts = Object.entries({ given, held, part, placed, moved }).map(([name, query]) =>
      db.$with(name, {}).as(query),
    );
    return db
      .with(...parts)
      .insert(TABLES[kind])
      .select(sql`select ${namesOf(all)} from placed`)
      .returning({ id: TABLES[kind].id, position: TABLES[kind].position })
      .prepare(`messages of a ${kind}`);
  });

const INSERTS = { call: createInsert('call'), room: createInsert('room') } as const;

/** The names of a message's columns, without those that the database gives. */
const COLUMNS = Object.keys(getTableColumns(callMessages)).filter((name) => name !== 'position');

/**
 * Inserts messages at the end of their places, which are locked until the commit.
 * @returns the positions by message id, without messages whose sender left the place and those whose `clientId` exists already; null, with
 * nothing inserted, if one was inserted concurrently
 */
export async function insertMessages(
  db: Queries,
  kind: PlaceKind,
  written: readonly NewMessage[],
): Promise<ReadonlyMap<string, number> | null> {
  // Of two equal ones the first counts.
  const once = [...new Map(written.toReversed().map((one) => [keyOf(one), one])).values()].toReversed();
  const lists: Record<string, unknown> = Object.fromEntries(
    COLUMNS.map((name) => [name, once.map((message) => message[name as keyof NewMessage])]),
  );
  try {
    const rows = await INSERTS[kind](db).execute(lists);
    return new Map(rows.map(({ id, position }) => [id, position]));
  } catch (error) {
    if (isDuplicate(error, `${kind}_messages_client`)) return null;
    throw error;
  }
}

/** The positions between which a person has advanced. */
interface Moved {
  readonly before: number;
  readonly reached: number;
}

/**
 * Records that messages reached a person up to a position, or to the last one. A position never goes back, and an unchanged row is not
 * written: each device of a person reports the same.
 * @returns null if the person never joined the place
 */
export async function saveReceipt(
  db: Queries,
  { kind, id }: Place,
  {
    contactId,
    receipt,
    position,
  }: { readonly contactId: string; readonly receipt: ReceiptKind; readonly position?: number | undefined },
): Promise<Moved | null> {
  const { people, placeId, places } = NAMES[kind];
  const column = sql.identifier(`${receipt}_position`);
  const read = receipt === 'read' ? sql`held.reached` : sql`mine.read_position`;
  const upTo = position === undefined ? sql`place.last_position` : sql`least(${position}::bigint, place.last_position)`;
  const { rows } = await db.execute<{ before: string; reached: string }>(sql`
    with held as (
      select me.${column} as before, greatest(me.${column}, ${upTo}) as reached
      from ${people} as me join ${places} as place on place.id = me.${placeId}
      where me.${placeId} = ${id} and me.contact_id = ${contactId} and me.joined_at is not null
      for no key update of me
    ), moved as (
      update ${people} as mine
      set read_position = ${read}, delivered_position = greatest(held.reached, mine.delivered_position)
      from held
      where mine.${placeId} = ${id} and mine.contact_id = ${contactId} and held.reached > held.before
    )
    select before, reached from held`);
  const [row] = rows;
  return row ? { before: Number(row.before), reached: Number(row.reached) } : null;
}

/** The senders of the messages between two positions who are still in the place, except one contact. */
export async function findSenders(
  db: Queries,
  { kind, id }: Place,
  { before, reached }: Moved,
  but: string,
): Promise<string[]> {
  const { messages, people, placeId } = NAMES[kind];
  const { rows } = await db.execute<{ contact_id: string }>(sql`
    select contact_id from ${people} as person
    where ${placeId} = ${id} and contact_id <> ${but} and exists (
      select from ${messages} as message
      where message.${placeId} = person.${placeId} and sender_id = contact_id and position > ${before} and position <= ${reached}
    )`);
  return rows.map((row) => row.contact_id);
}

/** Finds the message of a stored attachment or preview: the stored name begins with the message's id. */
export async function findFile(db: Queries, place: Place, storedName: string): Promise<SignedMessage | null> {
  const named = decode(uuid, storedName.replace(/(-preview)?\.bin$/, ''));
  if (!named.success) return null;
  const { fileKey, id, placeId, previewKey } = TABLES[place.kind];
  const isStored = or(eq(fileKey, storedName), eq(previewKey, storedName));
  const [found] = await signed(db, place.kind).where(and(eq(id, named.data), eq(placeId, place.id), isStored));
  return found ? flat(found) : null;
}

/** Locks the place: until the end of the transaction nobody else writes there. */
export async function lockPlace(db: Queries, { kind, id }: Place): Promise<void> {
  await db.execute(sql`select from ${NAMES[kind].places} where id = ${id} for update`);
}
