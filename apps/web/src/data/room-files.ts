/** Files of rooms, fetched and opened on this device. */
import { isGenuine, type RoomMessage } from '@earth/contracts';
import { queryOptions } from '@tanstack/react-query';
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
async function open(message: RoomMessage, { kind, url, type }: Stored): Promise<OpenedFile> {
  const { roomUniqueId: roomId, clientId: id, cryptoSchema: scheme, sender, date } = message;
  const [cipher, stored] = await Promise.all([
    loadCipher(),
    api.getRoomFile({ roomId, storedFileName: url?.split('/').at(-1) ?? '' }),
  ]);
  const claim = { scheme, authorId: sender.uniqueId, place: { kind, within: roomId, id }, date };
  const file = await openAs(claim, (origin) => cipher.openFile(scheme, stored.base64, origin));
  return file && isGenuine(file) ? new Blob([file], { type }) : file;
}

export async function openRoomFile(message: RoomMessage): Promise<OpenedFile> {
  const { contentTypeOf } = await import('@earth/calls');
  return open(message, { kind: 'file', url: message.fileUrl, type: contentTypeOf(message.fileName ?? '') });
}

export const roomPictureQuery = (message: RoomMessage) =>
  queryOptions({
    queryKey: ['room picture', message.uniqueId],
    queryFn: () => openRoomFile(message),
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
