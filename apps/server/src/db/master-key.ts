/** Whether MASTER_KEY is the one of this database. */
import type pg from 'pg';
import { eq } from 'drizzle-orm';
import type { ColumnSeal } from '../config/column-seal';
import type { Database } from './database';
import { serverFacts } from './schema';

const PROOF_NAME = 'master-key';
const PROOF = 'This opens with the right key only.';
/** The moment (ISO 8601) at which the key was last changed. */
export const CHANGED_NAME = 'master-key-changed';

const place = { column: 'server_facts.value', id: PROOF_NAME } as const;

/** @param sealed the stored proof */
export const opensProof = async (sealed: string, seal: ColumnSeal): Promise<boolean> =>
  (await seal.open(sealed, place).catch(() => null)) === PROOF;

/** @returns the stored proof, also of a database of an older version; null: it has none yet */
export async function findProof(client: Pick<pg.ClientBase, 'query'>): Promise<string | null> {
  const { rows: found } = await client.query<{ name: string | null }>(`select to_regclass('server_facts') as name`);
  if (!found[0]?.name) return null;
  const { rows } = await client.query<{ value: string }>('select value from server_facts where name = $1', [
    PROOF_NAME,
  ]);
  return rows[0]?.value ?? null;
}

/** @returns whether MASTER_KEY is the one that encrypted the private keys of this database; the first one is recorded */
export async function fitsMasterKey(db: Database, seal: ColumnSeal): Promise<boolean> {
  const value = await seal.seal(PROOF, place);
  await db.insert(serverFacts).values({ name: PROOF_NAME, value }).onConflictDoNothing();
  const fact = await findFact(db, PROOF_NAME);
  return fact !== null && (await opensProof(fact, seal));
}

/** @returns the day (UTC) on which `npm run change-master-key` changed the key; null if it never did */
export async function findKeyChange(db: Database): Promise<string | null> {
  return (await findFact(db, CHANGED_NAME))?.slice(0, 10) ?? null;
}

async function findFact(db: Database, name: string): Promise<string | null> {
  const [fact] = await db.select().from(serverFacts).where(eq(serverFacts.name, name));
  return fact?.value ?? null;
}
