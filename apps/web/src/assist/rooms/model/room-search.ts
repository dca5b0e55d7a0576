/** Searches the messages cached on this device: the server cannot, because it has no plain text. */
import { applyChanges, type Changed, withoutBars } from '@earth/messaging';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { OpenedRoomMessage } from './conversation';
import { readPages } from './room-cache';
import { holds } from '../../../shared/search';
import { scopeOf } from '../../../shared/query-client';

/** Limit of results in all rooms. */
const HITS_MAX = 50;

/** The plain text of a message. */
export interface Hit extends OpenedRoomMessage {
  readonly text: string;
}

const isText = (message: OpenedRoomMessage & Changed): message is Hit =>
  typeof message.text === 'string' && !message.isDeleted;

/** The messages whose text matches `isWanted`, newest first. */
export const messageSearchQuery = (search: string, isWanted: (text: string) => boolean) =>
  queryOptions({
    queryKey: ['room search', search],
    queryFn: async ({ signal, meta }): Promise<readonly Hit[]> => {
      const rooms = new Map<string, OpenedRoomMessage[]>();
      for await (const { messages } of readPages(scopeOf({ meta }))) {
        signal.throwIfAborted();
        const [first] = messages;
        if (first) rooms.set(first.roomUniqueId, [...(rooms.get(first.roomUniqueId) ?? []), ...messages]);
      }
      // A message and its edit may be in different pages.
      const hits = [...rooms.values()].flatMap((messages) =>
        applyChanges(messages)
          .filter(isText)
          .filter(({ text }) => isWanted(text)),
      );
      return hits.toSorted((one, other) => Date.parse(other.date) - Date.parse(one.date)).slice(0, HITS_MAX);
    },
    enabled: search !== '',
    // Messages cached meanwhile are found by the next search.
    staleTime: 0,
    gcTime: 0,
    placeholderData: keepPreviousData,
  });

/** Those of loaded messages, oldest first, whose text contains the search: newest first; none of an empty search. */
export const hitsIn = (messages: readonly OpenedRoomMessage[], search: string): readonly Hit[] =>
  search.trim() === ''
    ? []
    : applyChanges(messages)
        .filter(isText)
        .filter(({ text }) => holds(search, withoutBars(text)))
        .toReversed();
