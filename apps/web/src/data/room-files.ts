/** Files of rooms, fetched and opened on this device. */
import type { RoomMessage } from '@earth/contracts';
import { queryOptions } from '@tanstack/react-query';
import { loadCipher, PICTURE_KEPT_MS } from './call-queries';
import { api } from './index';

/** Null: not sealed for the reader. */
export async function openRoomFile(message: RoomMessage): Promise<Blob | null> {
  const { contentTypeOf } = await import('@earth/calls');
  const storedFileName = message.fileUrl?.split('/').at(-1) ?? '';
  const stored = await api.getRoomFile({ roomId: message.roomUniqueId, storedFileName });
  const file = await (await loadCipher()).openFile(stored.cryptoSchema, stored.base64);
  return file && new Blob([file], { type: contentTypeOf(message.fileName ?? '') });
}

export const roomPictureQuery = (message: RoomMessage) =>
  queryOptions({
    queryKey: ['room picture', message.uniqueId],
    queryFn: () => openRoomFile(message),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: PICTURE_KEPT_MS,
  });
