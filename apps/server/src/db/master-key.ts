import type { MasterSeal } from '@earth/crypto/keys';
import { eq } from 'drizzle-orm';
import type { Database } from './database';
import { serverFacts } from './schema';

const NAME = 'master-key';
const PROOF = 'This opens with the right key only.';

/** @returns whether MASTER_KEY is the one that encrypted the private keys of this database; the first one is recorded */
export async function fitsMasterKey(db: Database, seal: MasterSeal): Promise<boolean> {
  const value = await seal.seal(PROOF, NAME);
  await db.insert(serverFacts).values({ name: NAME, value }).onConflictDoNothing();
  const [fact] = await db.select().from(serverFacts).where(eq(serverFacts.name, NAME));
  return fact !== undefined && (await seal.open(fact.value, NAME).catch(() => null)) === PROOF;
}
