/** The points of a visit that were opened on this device. */
import * as z from 'zod/mini';

const keyOf = (modelId: string) => `visit_${modelId}`;

/** The ids of the contents. */
export function readSeen(modelId: string): ReadonlySet<number> {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(keyOf(modelId)) ?? '[]');
    return new Set(z.array(z.int()).safeParse(stored).data);
  } catch {
    return new Set();
  }
}

/** If the storage is full, the progress lasts as long as the visit. @returns the new set */
export function addSeen(modelId: string, seen: ReadonlySet<number>, contentId: number): ReadonlySet<number> {
  if (seen.has(contentId)) return seen;
  const next = new Set([...seen, contentId]);
  try {
    localStorage.setItem(keyOf(modelId), JSON.stringify([...next]));
  } catch {
    // Unchanged.
  }
  return next;
}
