/** A room of two with thousands of messages, sealed for both, written into the database of a bench's server. */
import { randomUUID } from 'node:crypto';
import { CryptoSchema } from '@earth/contracts';
import { sealText } from '@earth/crypto';
import { cast } from '@earth/e2e/world/cast';
import { databaseUrl, type TestServer } from '@earth/e2e/world/server';
import pg from 'pg';

/** Concurrent sealing. */
const CONCURRENCY = 50;
/** The interval between two messages. */
const APART_MS = 60_000;

interface Member {
  readonly id: string;
  readonly publicKey: string;
}

async function findMember(client: pg.Client, email: string): Promise<Member> {
  const found = await client.query<{ id: string; public_key: string }>(
    'SELECT id, public_key FROM contacts WHERE email = $1',
    [email],
  );
  const [row] = found.rows;
  if (!row) throw new Error(`There is no ${email}`);
  return { id: row.id, publicKey: row.public_key };
}

async function insertRoom(client: pg.Client, members: readonly Member[], count: number): Promise<string> {
  const room = randomUUID();
  const ids = members.map(({ id }) => id);
  await client.query(`INSERT INTO rooms (id, pair, subject, crypto_schema, last_position) VALUES ($1, $2, '', 1, $3)`, [
    room,
    ids.toSorted().join(' '),
    count,
  ]);
  await client.query(
    `INSERT INTO room_participants (room_id, contact_id, joined_at, delivered_position, read_position)
     SELECT $1, one, now() - interval '60 days', $3, $3 FROM unnest($2::uuid[]) AS one`,
    [room, ids, count],
  );
  return room;
}

/**
 * @param textOf the text of the message at a position
 * @returns the room's id; both have read all of it
 */
export async function makeLongRoom(
  { dataDir }: TestServer,
  count: number,
  textOf: (position: number) => string,
): Promise<string> {
  const client = new pg.Client({ connectionString: await databaseUrl(dataDir) });
  await client.connect();
  try {
    const members = await Promise.all([cast.operator, cast.assisted].map(({ email }) => findMember(client, email)));
    const readers = members.map(({ id, publicKey }) => ({ uniqueId: id, publicKey }));
    const room = await insertRoom(client, members, count);
    const start = Date.now() - count * APART_MS;
    for (let from = 1; from <= count; from += CONCURRENCY) {
      const positions = Array.from({ length: Math.min(CONCURRENCY, count - from + 1) }, (_, index) => from + index);
      const sealed = await Promise.all(positions.map((at) => sealText(CryptoSchema.v1, textOf(at), readers)));
      await client.query(
        `INSERT INTO room_messages (id, room_id, position, sender_id, message, crypto_schema, client_id, created_at)
         SELECT gen_random_uuid(), $1, position, sender, message, 1, 'bench-' || position, made
         FROM unnest($2::bigint[], $3::uuid[], $4::text[], $5::timestamptz[]) AS one (position, sender, message, made)`,
        [
          room,
          positions,
          positions.map((at) => members[Math.floor(at / 3) % 2]?.id),
          sealed,
          positions.map((at) => new Date(start + at * APART_MS)),
        ],
      );
    }
    return room;
  } finally {
    await client.end();
  }
}
