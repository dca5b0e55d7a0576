/** Downloads and decrypts the files of messages. */
import type { Sending } from '@earth/messaging';
import { queryOptions } from '@tanstack/react-query';
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import { useScoped } from '../../../platform/session/scope-context';
import { MESSAGE_FILE, PICTURE_KEPT_MS } from '../../../shared/call-queries';
import { type OpenedFile, type ShownMessage, useConversation } from '../source';

/** The progress of each download of a file, from 0 to 1: two may run at the same time. */
const createDownloads = () => {
  const all = createStore<readonly { message: string; download: symbol; come: number }[]>(() => []);
  return {
    all,
    /** Runs a download, and records its progress. */
    async track(message: string, signal: AbortSignal, run: (sending: Sending) => Promise<OpenedFile>) {
      const download = Symbol(message);
      const others = () => all.getState().filter((one) => one.download !== download);
      const onProgress = (come: number) => all.setState([...others(), { message, download, come }], true);
      try {
        return await run({ onProgress, signal });
      } finally {
        all.setState(others(), true);
      }
    },
  };
};

/** The progress of the furthest download, from 0 to 1; null: nothing arrived, or the size is unknown. */
export const useComing = ({ uniqueId }: ShownMessage): number | null =>
  useStore(useScoped(createDownloads).all, (all) =>
    all.reduce<number | null>(
      (most, { message, come }) => (message === uniqueId ? Math.max(most ?? 0, come) : most),
      null,
    ),
  );

/** The file of a message, and its preview. */
export function useMessageFile(message: ShownMessage) {
  const { openFile } = useConversation();
  const downloads = useScoped(createDownloads);
  const { uniqueId } = message;
  const kept = { staleTime: Number.POSITIVE_INFINITY, gcTime: PICTURE_KEPT_MS } as const;
  /** @param signal aborts the download: it rejects then */
  const open = (signal: AbortSignal = new AbortController().signal): Promise<OpenedFile> =>
    downloads.track(uniqueId, signal, (sending) => openFile(message, 'file', sending));
  return {
    open,
    // Stops when no component shows it any more.
    picture: queryOptions({ queryKey: [MESSAGE_FILE, uniqueId], queryFn: ({ signal }) => open(signal), ...kept }),
    /** The preview of a large picture. */
    preview: queryOptions({
      queryKey: [MESSAGE_FILE, uniqueId, 'preview'],
      queryFn: () => openFile(message, 'preview'),
      ...kept,
    }),
  };
}
