/** Merges the known keys of two devices of one user. */
import * as z from 'zod/mini';
import type { KnownKey, KnownKeys } from './known-keys';

const knownKey = z.object({
  fingerprint: z.string(),
  changes: z.array(z.string()),
  comparedBy: z.optional(z.string()),
  trust: z.optional(z.enum(['changed', 'accepted'])),
  decidedDate: z.optional(z.string()),
  putAway: z.optional(z.number()),
});
const knownKeys = z.record(z.string(), knownKey);

export function readKnown(text: string): KnownKeys | null {
  try {
    // Absent fields stay absent: JSON has no undefined.
    return z.parse(knownKeys, JSON.parse(text)) as KnownKeys;
  } catch {
    return null;
  }
}

/** A decision beats none, and a later decision an earlier one; otherwise the entry with more changes wins. */
function isAhead(one: KnownKey, other: KnownKey): boolean {
  const weight = ({ decidedDate, comparedBy, trust }: KnownKey) => decidedDate ?? ((comparedBy ?? trust) ? '0' : '');
  const [local, remote] = [weight(one), weight(other)];
  return local === remote ? one.changes.length >= other.changes.length : local > remote;
}

function merge(local: KnownKey, remote: KnownKey): KnownKey {
  const [ahead, behind] = isAhead(local, remote) ? [local, remote] : [remote, local];
  if (ahead.fingerprint !== behind.fingerprint) return ahead;
  const changes = ahead.changes.length >= behind.changes.length ? ahead.changes : behind.changes;
  const putAway = Math.max(ahead.putAway ?? 0, behind.putAway ?? 0);
  return { ...ahead, changes, ...(putAway > 0 && { putAway }) };
}

/** Keeps every contact that one of the two knows. Entries that are equal on both sides are unchanged. */
export function mergeKnown(local: KnownKeys, remote: KnownKeys): KnownKeys {
  const merged = Object.entries(remote).map(([id, one]): [string, KnownKey] => {
    const own = local[id];
    return [id, own ? merge(own, one) : one];
  });
  return { ...local, ...Object.fromEntries(merged) };
}
