/** All SQL of the keys to the sealed contents of a call. */
import type { OwnKey, RecipientKey, SealedKeys, SealedKind } from '@earth/contracts';
import { and, eq } from 'drizzle-orm';
import type { Queries } from '../../../db/database';
import { callKeys } from '../../../db/schema';

/** One sealed item of a call, or all items of a kind. */
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
 * Inserts keys. An existing key stays as it is. Of two keys for one person the first counts, as in an envelope.
 * @param isAdded the key is not in the envelope itself
 * @returns the people who got a new key
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

/** Returns the keys that were added for a person later, by the item that they open. */
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
