/** All SQL of the keys to what is sealed in a call. */
import type { OwnKey, RecipientKey, SealedKeys, SealedKind } from '@earth/contracts';
import { and, eq } from 'drizzle-orm';
import type { Queries } from '../../../db/database';
import { callKeys } from '../../../db/schema';

/** A sealed thing of a call, or all of a kind. */
interface Items {
  readonly callId: string;
  readonly kind: SealedKind;
  readonly itemId?: string;
}

const isOneOf = ({ callId, kind, itemId }: Items) =>
  and(
    eq(callKeys.callId, callId),
    eq(callKeys.kind, kind),
    itemId === undefined ? undefined : eq(callKeys.itemId, itemId),
  );

/**
 * A key that is there stays as it is; of two for one person the first counts, as whoever opens an envelope takes the
 * first.
 * @param isAdded not in the envelope itself
 * @returns for whom there is something new
 */
export async function insertKeys(
  db: Queries,
  callId: string,
  items: readonly SealedKeys[],
  isAdded: boolean,
): Promise<Set<string>> {
  const rows = items.flatMap(({ kind, uniqueId: itemId, recipientKeys }) =>
    recipientKeys.map((key) => ({ callId, kind, itemId, isAdded, ...key })),
  );
  if (rows.length === 0) return new Set();
  const inserted = await db.insert(callKeys).values(rows).onConflictDoNothing().returning({ id: callKeys.recipientId });
  return new Set(inserted.map((row) => row.id));
}

export const findOwnKeys = (db: Queries, callId: string, recipientId: string): Promise<OwnKey[]> =>
  db
    .select({ kind: callKeys.kind, uniqueId: callKeys.itemId, encryptedKey: callKeys.encryptedKey })
    .from(callKeys)
    .where(and(eq(callKeys.callId, callId), eq(callKeys.recipientId, recipientId)))
    .orderBy(callKeys.itemId, callKeys.kind);

/** Those that were given to somebody later, by what they open. */
export async function findAddedKeys(
  db: Queries,
  items: Items,
  recipientId: string,
): Promise<Map<string, RecipientKey>> {
  const found = await db
    .select()
    .from(callKeys)
    .where(and(isOneOf(items), eq(callKeys.recipientId, recipientId), callKeys.isAdded));
  return new Map(found.map((row) => [row.itemId, { encryptedKey: row.encryptedKey, recipientId }]));
}

export async function deleteKeys(db: Queries, items: Items): Promise<void> {
  await db.delete(callKeys).where(isOneOf(items));
}
