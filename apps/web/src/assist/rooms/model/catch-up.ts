/**
 * Brings conversations up to what the list of rooms says was written last in each: a message may be pushed before anything is heard,
 * and after a conversation was asked for.
 */
import { hashKey } from '@tanstack/react-query';
import { lastPosition } from './conversation';
import { queryClient } from '../../../shared/queries';
import { conversationQuery, knownConversation, knownRoom, roomsQuery } from './room-queries';

const ROOMS = hashKey(roomsQuery.queryKey);

/** Null: it is not of a room's messages. */
function roomOf(queryKey: readonly unknown[]): string | null {
  const [, roomId] = queryKey;
  return typeof roomId === 'string' && hashKey(queryKey) === hashKey(conversationQuery(roomId).queryKey)
    ? roomId
    : null;
}

/** As long as somebody is signed in. @returns what ends it */
export function catchUp(): () => void {
  const cache = queryClient.getQueryCache();
  /** By the rooms' ids: up to where each was asked for. What does not come then is not asked for again and again. */
  const asked = new Map<string, number>();
  function lookAfter(roomId: string) {
    const known = knownConversation(roomId);
    const position = knownRoom(roomId)?.lastMessage?.position ?? 0;
    if (!known || position <= Math.max(lastPosition(known), asked.get(roomId) ?? 0)) return;
    const { queryKey } = conversationQuery(roomId);
    // When that has come, it is looked after again.
    if (queryClient.isFetching({ queryKey, exact: true }) > 0) return;
    asked.set(roomId, position);
    void queryClient.invalidateQueries({ queryKey, exact: true });
  }
  return cache.subscribe((event) => {
    if (event.type !== 'updated' || event.action.type !== 'success') return;
    const changed = event.query.queryHash === ROOMS ? cache.getAll() : [event.query];
    for (const { queryKey } of changed) {
      const roomId = roomOf(queryKey as readonly unknown[]);
      if (roomId !== null) lookAfter(roomId);
    }
  });
}
