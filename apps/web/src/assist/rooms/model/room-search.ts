/** Searches the messages cached on this device: the server cannot, because it has no plain text. */
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { OpenedRoomMessage } from './conversation';
import { readPages } from './room-cache';
import { scopeOf } from '../../../shared/query-client';

/** Limit of results. */
const HITS_MAX = 50;

/** The plain text of a message. */
export interface Hit extends OpenedRoomMessage {
  readonly text: string;
}

const isText = (message: OpenedRoomMessage): message is Hit => typeof message.text === 'string';

/** The messages whose text matches `isWanted`, newest first. */
export const messageSearchQuery = (search: string, isWanted: (text: string) => boolean) =>
  queryOptions({
    queryKey: ['room search', search],
    queryFn: async ({ signal, meta }): Promise<readonly Hit[]> => {
      const hits: Hit[] = [];
      for await (const { messages } of readPages(scopeOf({ meta }))) {
        signal.throwIfAborted();
        hits.push(...messages.filter(isText).filter(({ text }) => isWanted(text)));
      }
      return hits.toSorted((one, other) => Date.parse(other.date) - Date.parse(one.date)).slice(0, HITS_MAX);
    },
    enabled: search !== '',
    // Messages cached meanwhile are found by the next search.
    staleTime: 0,
    gcTime: 0,
    placeholderData: keepPreviousData,
  });
