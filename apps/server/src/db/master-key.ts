/** Whether MASTER_KEY is the one of this database. */
import { eq } from 'drizzle-orm';
import type { ColumnSeal } from '../config/column-seal';
import type { Database } from './database';
import { serverFacts } from './schema';

export const PROOF_NAME = 'master-key';
const PROOF = 'This opens with the right key only.';
/** The moment (ISO 8601) at which the key was last changed. */
export const CHANGED_NAME = 'master-key-changed';

const place = { column: 'server_facts.value', id: PROOF_NAME } as const;

/** @param sealed the stored proof */
export const opensProof = async (sealed: string, seal: ColumnSeal): Promise<boolean> =>
  (await seal.open(sealed, place).catch(() => null)) === PROOF;

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
