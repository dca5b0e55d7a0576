/** Downloads and decrypts files of rooms. */
import { contentTypeOf, type Sending } from '@earth/messaging';
import { isGenuine } from '@earth/contracts';
import { api } from '../../../platform';
import { loadCipher, type OpenedFile } from '../../../shared/call-queries';
import type { ShownMessage } from '../../conversation';
import { openAs } from './room-queries';
import type { SessionScope } from '../../../platform/session/session-scope';

/** Decrypted by its message's fields, which name the author; the server's own fields of the file are ignored. */
export async function openRoomFile(
  { scope, roomId }: { readonly scope: SessionScope; readonly roomId: string },
  message: Omit<ShownMessage, 'text' | 'state'>,
  part: 'file' | 'preview',
  sending?: Sending,
): Promise<OpenedFile> {
  const { clientId: id, cryptoSchema: scheme, sender, date, fileName } = message;
  const url = part === 'file' ? message.fileUrl : message.previewUrl;
  const [cipher, stored] = await Promise.all([
    loadCipher(scope),
    api.getRoomFile({ roomId, storedFileName: url?.split('/').at(-1) ?? '' }, sending),
  ]);
  const place = { kind: part, within: roomId, id, fileName: part === 'file' ? fileName : null };
  const claim = { scheme, authorId: sender.uniqueId, place, date };
  const file = await openAs(scope, claim, (origin) => cipher.openFile(scheme, stored.base64, origin));
  sending?.signal.throwIfAborted();
  if (!file || !isGenuine(file)) return file;
  return new Blob([file], { type: part === 'file' ? contentTypeOf(fileName ?? '') : 'image/jpeg' });
}
