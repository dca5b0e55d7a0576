/** Splits the entries of a log into chunks that fit into one peer message. */
import { DRAWING_ENTRIES_MAX, type DrawingEntry } from '@earth/contracts';

/** Limit of points in a message, which keeps it far below PEER_MESSAGE_MAX. */
const MESSAGE_POINTS_MAX = 4_000;

/** @returns chunks of the entries from index `from` on; `at` is the index of a chunk's first entry */
export function* chunksOf(entries: readonly DrawingEntry[], from: number) {
  let chunk: DrawingEntry[] = [];
  let points = 0;
  let at = from;
  for (const entry of entries.slice(from)) {
    const more = entry.op === 'move' ? entry.points.length : 1;
    if (chunk.length === DRAWING_ENTRIES_MAX || (chunk.length > 0 && points + more > MESSAGE_POINTS_MAX)) {
      yield { at, entries: chunk };
      at += chunk.length;
      chunk = [];
      points = 0;
    }
    chunk.push(entry);
    points += more;
  }
  if (chunk.length > 0) yield { at, entries: chunk };
}
