/** Files of rooms, fetched and opened on this device. */
import type { Sending } from '@earth/calls';
import { isGenuine, type RoomMessage } from '@earth/contracts';
import { queryOptions } from '@tanstack/react-query';
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import { loadCipher, type OpenedFile, PICTURE_KEPT_MS } from '../../../shared/call-queries';
import { api } from '../../../platform';
import { openAs } from './room-queries';

/** What of a message's file is stored. */
interface Stored {
  readonly kind: 'file' | 'preview';
  readonly url: string | null | undefined;
  /** What kind of file it is, as nobody vouches for. */
  readonly type: string;
}

/** Sealed as its message says, which names its author: whatever the server says of the file by itself. */
async function open(message: RoomMessage, { kind, url, type }: Stored, sending?: Sending): Promise<OpenedFile> {
  const { roomUniqueId: roomId, clientId: id, cryptoSchema: scheme, sender, date } = message;
  const fileName = kind === 'file' ? message.fileName : null;
  const [cipher, stored] = await Promise.all([
    loadCipher(),
    api.getRoomFile({ roomId, storedFileName: url?.split('/').at(-1) ?? '' }, sending),
  ]);
  const claim = { scheme, authorId: sender.uniqueId, place: { kind, within: roomId, id, fileName }, date };
  const file = await openAs(claim, (origin) => cipher.openFile(scheme, stored.base64, origin));
  sending?.signal.throwIfAborted();
  return file && isGenuine(file) ? new Blob([file], { type }) : file;
}

/** How much of a message's file is here, from 0 to 1, of each time that it is being fetched: two may be on their way at once. */
const coming = createStore<{ readonly all: readonly { message: string; fetch: symbol; come: number }[] }>(() => ({
  all: [],
}));

/** From 0 to 1, of the one that is furthest; null: nothing of it has come, or nobody says how much there is. */
export const useComing = ({ uniqueId }: RoomMessage): number | null =>
  useStore(coming, ({ all }) =>
    all.reduce<number | null>(
      (most, { message, come }) => (message === uniqueId ? Math.max(most ?? 0, come) : most),
      null,
    ),
  );

/** @param signal stops it: it rejects then */
export async function openRoomFile(
  message: RoomMessage,
  signal: AbortSignal = new AbortController().signal,
): Promise<OpenedFile> {
  const { contentTypeOf } = await import('@earth/calls');
  const { uniqueId, fileUrl: url, fileName } = message;
  const fetch = Symbol(uniqueId);
  const others = () => coming.getState().all.filter((one) => one.fetch !== fetch);
  const onProgress = (come: number) => coming.setState({ all: [...others(), { message: uniqueId, fetch, come }] });
  try {
    const stored = { kind: 'file', url, type: contentTypeOf(fileName ?? '') } as const;
    return await open(message, stored, { onProgress, signal });
  } finally {
    coming.setState({ all: others() });
  }
}

export const roomPictureQuery = (message: RoomMessage) =>
  queryOptions({
    queryKey: ['room picture', message.uniqueId],
    // Where nobody looks at it any more it stops.
    queryFn: ({ signal }) => openRoomFile(message, signal),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: PICTURE_KEPT_MS,
  });

/** The small picture of a large one. */
export const roomPreviewQuery = (message: RoomMessage) =>
  queryOptions({
    queryKey: ['room preview', message.uniqueId],
    queryFn: () => open(message, { kind: 'preview', url: message.previewUrl, type: 'image/jpeg' }),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: PICTURE_KEPT_MS,
  });
