/**
 * Hundreds of people, written into the database of a bench's server: colleagues of the demo's operator, each signed in on a device,
 * with contacts among the others. They share one key, which does not change the size of sealed content.
 */
import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { cast } from '@earth/e2e/world/cast';
import { databaseUrl } from '@earth/e2e/world/server';
import pg from 'pg';

/** The number of contacts of each person. */
const ACQUAINTANCES = 20;

export interface NewPerson {
  readonly id: string;
  readonly deviceId: string;
  readonly refreshToken: string;
  readonly publicKey: string;
}

async function insertPeople(client: pg.Client, people: readonly Omit<NewPerson, 'publicKey'>[]) {
  const ids = people.map(({ id }) => id);
  const {
    rows: [model],
  } = await client.query<{ public_key: string }>(
    `WITH model AS (
       SELECT * FROM contacts WHERE email = $2 LIMIT 1
     ), made AS (
       INSERT INTO contacts (id, company_id, email, name, role, public_key, private_key)
       SELECT one.id, company_id, 'person-' || one.id || '@demo.example', 'Person ' || number, 'OPERATOR', public_key, private_key
       FROM model, unnest($1::uuid[]) WITH ORDINALITY AS one (id, number)
     )
     SELECT public_key FROM model`,
    [ids, cast.operator.email],
  );
  if (model === undefined) throw new Error('There is no demo company');
  const sessionIds = people.map(() => randomUUID());
  await client.query(
    `INSERT INTO sessions (id, contact_id, device_id, app_os, model, expires_at)
     SELECT id, contact_id, device_id, 'web', 'bench', now() + interval '1 day'
     FROM unnest($1::uuid[], $2::uuid[], $3::text[]) AS one (id, contact_id, device_id)`,
    [sessionIds, ids, people.map(({ deviceId }) => deviceId)],
  );
  // Hashed like the session service does.
  const hashes = people.map(({ refreshToken }) => createHash('sha256').update(refreshToken).digest('base64url'));
  await client.query(`INSERT INTO refresh_tokens (hash, session_id) SELECT * FROM unnest($1::text[], $2::uuid[])`, [
    hashes,
    sessionIds,
  ]);
  const owners = ids.flatMap((id) => Array.from({ length: ACQUAINTANCES }, () => id));
  const known = ids.flatMap((_, person) =>
    Array.from({ length: ACQUAINTANCES }, (_, distance) => ids[(person + distance + 1) % ids.length]),
  );
  await client.query(
    `INSERT INTO address_book (id, owner_id, contact_id)
     SELECT * FROM unnest($1::uuid[], $2::uuid[], $3::uuid[]) ON CONFLICT DO NOTHING`,
    [owners.map(() => randomUUID()), owners, known],
  );
  return model.public_key;
}

export async function makePeople(dataDir: string, count: number): Promise<NewPerson[]> {
  const people = Array.from({ length: count }, () => ({
    id: randomUUID(),
    deviceId: randomUUID(),
    refreshToken: randomBytes(32).toString('base64url'),
  }));
  const client = new pg.Client({ connectionString: await databaseUrl(dataDir) });
  await client.connect();
  try {
    const publicKey = await insertPeople(client, people);
    return people.map((person) => ({ ...person, publicKey }));
  } finally {
    await client.end();
  }
}
