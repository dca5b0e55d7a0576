/** Downloads and decrypts files of rooms. */
import type { Sending } from '@earth/calls';
import { isGenuine, type RoomMessage } from '@earth/contracts';
import { queryOptions } from '@tanstack/react-query';
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import { loadCipher, type OpenedFile, PICTURE_KEPT_MS } from '../../../shared/call-queries';
import { api } from '../../../platform';
import { openAs } from './room-queries';
import type { SessionScope } from '../../../platform/session/session-scope';
import { scopeOf } from '../../../shared/query-client';

/** The stored file of a message. */
interface Stored {
  readonly kind: 'file' | 'preview';
  readonly url: string | null | undefined;
  /** The type of the file, which is not verified. */
  readonly type: string;
}

/** Decrypted by its message's fields, which name the author; the server's own fields of the file are ignored. */
async function open(
  scope: SessionScope,
  message: RoomMessage,
  { kind, url, type }: Stored,
  sending?: Sending,
): Promise<OpenedFile> {
  const { roomUniqueId: roomId, clientId: id, cryptoSchema: scheme, sender, date } = message;
  const fileName = kind === 'file' ? message.fileName : null;
  const [cipher, stored] = await Promise.all([
    loadCipher(scope),
    api.getRoomFile({ roomId, storedFileName: url?.split('/').at(-1) ?? '' }, sending),
  ]);
  const claim = { scheme, authorId: sender.uniqueId, place: { kind, within: roomId, id, fileName }, date };
  const file = await openAs(scope, claim, (origin) => cipher.openFile(scheme, stored.base64, origin));
  sending?.signal.throwIfAborted();
  return file && isGenuine(file) ? new Blob([file], { type }) : file;
}

/** The progress of each download of a file, from 0 to 1: two may run at the same time. */
const coming = createStore<{ readonly all: readonly { message: string; fetch: symbol; come: number }[] }>(() => ({
  all: [],
}));

/** The progress of the furthest download, from 0 to 1; null: nothing arrived, or the size is unknown. */
export const useComing = ({ uniqueId }: RoomMessage): number | null =>
  useStore(coming, ({ all }) =>
    all.reduce<number | null>(
      (most, { message, come }) => (message === uniqueId ? Math.max(most ?? 0, come) : most),
      null,
    ),
  );

/** @param signal aborts the download: it rejects then */
export async function openRoomFile(
  scope: SessionScope,
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
    return await open(scope, message, stored, { onProgress, signal });
  } finally {
    coming.setState({ all: others() });
  }
}

export const roomPictureQuery = (message: RoomMessage) =>
  queryOptions({
    queryKey: ['room picture', message.uniqueId],
    // Stops when no component shows it any more.
    queryFn: ({ signal, meta }) => openRoomFile(scopeOf({ meta }), message, signal),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: PICTURE_KEPT_MS,
  });

/** The preview of a large picture. */
export const roomPreviewQuery = (message: RoomMessage) =>
  queryOptions({
    queryKey: ['room preview', message.uniqueId],
    queryFn: (context) =>
      open(scopeOf(context), message, { kind: 'preview', url: message.previewUrl, type: 'image/jpeg' }),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: PICTURE_KEPT_MS,
  });
