/** Files of rooms, fetched and opened on this device. */
import type { Sending } from '@earth/calls';
import { isGenuine, type RoomMessage } from '@earth/contracts';
import { queryOptions } from '@tanstack/react-query';
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import { loadCipher, type OpenedFile, PICTURE_KEPT_MS } from './call-queries';
import { api } from './index';
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
  const [cipher, stored] = await Promise.all([
    loadCipher(),
    api.getRoomFile({ roomId, storedFileName: url?.split('/').at(-1) ?? '' }, sending),
  ]);
  const claim = { scheme, authorId: sender.uniqueId, place: { kind, within: roomId, id }, date };
  const file = await openAs(claim, (origin) => cipher.openFile(scheme, stored.base64, origin));
  sending?.signal.throwIfAborted();
  return file && isGenuine(file) ? new Blob([file], { type }) : file;
}

/** How much of each file that is being fetched is here, from 0 to 1, by its message. */
const coming = createStore<Readonly<Record<string, number>>>(() => ({}));

/** From 0 to 1; null: nothing of it has come, or nobody says how much there is. */
export const useComing = ({ uniqueId }: RoomMessage): number | null => useStore(coming, (all) => all[uniqueId] ?? null);

/** @param signal stops it: it rejects then */
export async function openRoomFile(
  message: RoomMessage,
  signal: AbortSignal = new AbortController().signal,
): Promise<OpenedFile> {
  const { contentTypeOf } = await import('@earth/calls');
  const { uniqueId, fileUrl: url, fileName } = message;
  const onProgress = (come: number) => coming.setState({ [uniqueId]: come });
  try {
    const stored = { kind: 'file', url, type: contentTypeOf(fileName ?? '') } as const;
    return await open(message, stored, { onProgress, signal });
  } finally {
    coming.setState(({ [uniqueId]: _, ...others }) => others, true);
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
