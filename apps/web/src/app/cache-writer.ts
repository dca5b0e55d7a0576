/** Writes query results to the device cache soon after they have changed. */
import { hashKey } from '@tanstack/react-query';
import { historyQuery, storeRecents, queryClient } from '../shared/queries';
import { keepConversation, keepRooms } from '../assist/rooms/model/room-cache';
import { roomLoading } from '../assist/rooms/model/room-loading';
import { conversationQuery, knownConversation, knownRooms, roomsQuery } from '../assist/rooms/model/room-queries';

/** Debounce: changes in quick succession are written once. */
const WRITE_DELAY_MS = 300;

const ROOMS = hashKey(roomsQuery.queryKey);
const HISTORY = hashKey(historyQuery.queryKey);

/** The function that stores a query's result, by its hash and key; null: the query is not stored. */
function writerOf(queryHash: string, [, roomId]: readonly unknown[]): (() => Promise<void>) | null {
  if (queryHash === ROOMS)
    return async () => void (roomLoading.getState().isWhole && (await keepRooms(knownRooms() ?? [])));
  if (queryHash === HISTORY) return storeRecents;
  if (typeof roomId !== 'string' || queryHash !== hashKey(conversationQuery(roomId).queryKey)) return null;
  return async () => {
    const known = knownConversation(roomId);
    if (known) await keepConversation(roomId, known);
  };
}

/**
 * Runs while a user is signed in.
 * @returns a function that stops it
 */
export function startCacheWriter(): () => void {
  const changed = new Map<string, () => Promise<void>>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  /** Serialized; queries that change meanwhile are written afterwards. */
  async function writeChanged() {
    for (const [key, write] of changed) {
      changed.delete(key);
      await write();
    }
    timer = undefined;
  }
  const stop = queryClient.getQueryCache().subscribe((event) => {
    if (event.type !== 'updated' || event.action.type !== 'success') return;
    const write = writerOf(event.query.queryHash, event.query.queryKey as readonly unknown[]);
    if (!write) return;
    changed.set(event.query.queryHash, write);
    timer ??= setTimeout(() => void writeChanged(), WRITE_DELAY_MS);
  });
  return () => {
    stop();
    clearTimeout(timer);
    changed.clear();
  };
}
