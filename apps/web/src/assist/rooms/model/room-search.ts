/** Looks through what this device has read in rooms: the server cannot, it has no words. */
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { OpenedRoomMessage } from './conversation';
import { readPages } from './room-cache';

/** More would not be looked through by anybody. */
const HITS_MAX = 50;

/** What was written, as words. */
export interface Hit extends OpenedRoomMessage {
  readonly text: string;
}

const isText = (message: OpenedRoomMessage): message is Hit => typeof message.text === 'string';

/** The messages for whose words `isWanted` says so, newest first. */
export const messageSearchQuery = (search: string, isWanted: (text: string) => boolean) =>
  queryOptions({
    queryKey: ['room search', search],
    queryFn: async ({ signal }): Promise<readonly Hit[]> => {
      const hits: Hit[] = [];
      for await (const { messages } of readPages()) {
        signal.throwIfAborted();
        hits.push(...messages.filter(isText).filter(({ text }) => isWanted(text)));
      }
      return hits.toSorted((one, other) => Date.parse(other.date) - Date.parse(one.date)).slice(0, HITS_MAX);
    },
    enabled: search !== '',
    // What is written meanwhile is found the next time.
    staleTime: 0,
    gcTime: 0,
    placeholderData: keepPreviousData,
  });
