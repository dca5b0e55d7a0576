/** Files of rooms, fetched and opened on this device. */
import { isGenuine, type RoomMessage } from '@earth/contracts';
import { queryOptions } from '@tanstack/react-query';
import { loadCipher, type OpenedFile, PICTURE_KEPT_MS } from './call-queries';
import { api } from './index';
import { originIn } from './room-queries';

/** Sealed as its message says, which names its author: whatever the server says of the file by itself. */
export async function openRoomFile(message: RoomMessage): Promise<OpenedFile> {
  const { roomUniqueId: roomId, clientId: id, cryptoSchema: scheme, sender, fileName, fileUrl, date } = message;
  const [{ contentTypeOf }, cipher, stored, origin] = await Promise.all([
    import('@earth/calls'),
    loadCipher(),
    api.getRoomFile({ roomId, storedFileName: fileUrl?.split('/').at(-1) ?? '' }),
    originIn({ scheme, authorId: sender.uniqueId, place: { kind: 'file', within: roomId, id }, date }),
  ]);
  const file = await cipher.openFile(scheme, stored.base64, origin);
  return file && isGenuine(file) ? new Blob([file], { type: contentTypeOf(fileName ?? '') }) : file;
}

export const roomPictureQuery = (message: RoomMessage) =>
  queryOptions({
    queryKey: ['room picture', message.uniqueId],
    queryFn: () => openRoomFile(message),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: PICTURE_KEPT_MS,
  });
