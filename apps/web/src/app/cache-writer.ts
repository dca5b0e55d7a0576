/** Writes query results to the device cache soon after they have changed. */
import { hashKey } from '@tanstack/react-query';
import { historyQuery, storeRecents } from '../shared/queries';
import { keepConversation, keepRooms } from '../assist/rooms/model/room-cache';
import { createRoomLoading } from '../assist/rooms/model/room-loading';
import { conversationQuery, knownConversation, knownRooms, roomsQuery } from '../assist/rooms/model/room-queries';
import type { SessionScope } from '../platform/session/session-scope';
import { createQueryClient } from '../shared/query-client';

/** Debounce: changes in quick succession are written once. */
const WRITE_DELAY_MS = 300;

const ROOMS = hashKey(roomsQuery.queryKey);
const HISTORY = hashKey(historyQuery.queryKey);

/** The function that stores a query's result, by its hash and key; null: the query is not stored. */
function writerOf(
  scope: SessionScope,
  queryHash: string,
  [, roomId]: readonly unknown[],
): (() => Promise<void>) | null {
  if (queryHash === ROOMS)
    return async () => void (scope.get(createRoomLoading).isWhole && (await keepRooms(scope, knownRooms(scope) ?? [])));
  if (queryHash === HISTORY) return () => storeRecents(scope);
  if (typeof roomId !== 'string' || queryHash !== hashKey(conversationQuery(roomId).queryKey)) return null;
  return async () => {
    const known = knownConversation(scope, roomId);
    if (known) await keepConversation(scope, roomId, known);
  };
}

/**
 * Runs while a user is signed in.
 * @returns a function that stops it
 */
export function startCacheWriter(scope: SessionScope): () => void {
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
  const stop = scope
    .get(createQueryClient)
    .getQueryCache()
    .subscribe((event) => {
      if (event.type !== 'updated' || event.action.type !== 'success') return;
      const write = writerOf(scope, event.query.queryHash, event.query.queryKey as readonly unknown[]);
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
