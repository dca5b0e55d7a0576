/**
 * Catches up loaded conversations with the last messages in the list of rooms: a message may be pushed before the socket is
 * open and after its conversation was fetched.
 */
import { hashKey } from '@tanstack/react-query';
import { lastPosition } from './conversation';
import { conversationQuery, knownConversation, knownRoom, roomsQuery } from './room-queries';
import type { SessionScope } from '../../../platform/session/session-scope';
import { createQueryClient } from '../../../shared/query-client';

const ROOMS = hashKey(roomsQuery.queryKey);

/** Null: not the query of a conversation. */
function roomOf(queryKey: readonly unknown[]): string | null {
  const [, roomId] = queryKey;
  return typeof roomId === 'string' && hashKey(queryKey) === hashKey(conversationQuery(roomId).queryKey)
    ? roomId
    : null;
}

/** Runs while a user is signed in. @returns a function that stops it */
export function catchUp(scope: SessionScope): () => void {
  const cache = scope.get(createQueryClient).getQueryCache();
  /** The position up to which each room was fetched, by room id. What is missing then is not fetched repeatedly. */
  const asked = new Map<string, number>();
  function catchUp(roomId: string) {
    const known = knownConversation(scope, roomId);
    const room = knownRoom(scope, roomId);
    const position = Math.max(room?.lastMessage?.position ?? 0, room?.lastPosition ?? 0);
    if (!known || position <= Math.max(lastPosition(known), asked.get(roomId) ?? 0)) return;
    const { queryKey } = conversationQuery(roomId);
    // Checked again when the present fetch has finished.
    if (scope.get(createQueryClient).isFetching({ queryKey, exact: true }) > 0) return;
    asked.set(roomId, position);
    void scope.get(createQueryClient).invalidateQueries({ queryKey, exact: true });
  }
  return cache.subscribe((event) => {
    if (event.type !== 'updated' || event.action.type !== 'success') return;
    const changed = event.query.queryHash === ROOMS ? cache.getAll() : [event.query];
    for (const { queryKey } of changed) {
      const roomId = roomOf(queryKey as readonly unknown[]);
      if (roomId !== null) catchUp(roomId);
    }
  });
}
