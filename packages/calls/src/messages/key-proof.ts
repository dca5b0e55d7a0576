/**
 * A key is given to those who come late only where what it seals has opened here as genuine, in its place in this call. Files and
 * snapshots that nobody has looked at on this page are opened for that.
 */
import type { AuthorOf } from '../session/author';
import type { Chat } from './chat';
import type { CallPorts, AskedItem } from '../ports';
import type { Snapshots } from '../snapshots/snapshots';

export interface ProvenConnection {
  readonly callId: string;
  readonly chat: Pick<Chat, 'fileOf'>;
  readonly snapshots: Pick<Snapshots, 'storedPics'>;
}

/** Fetches and opens one thing; the cipher keeps by which key. Rejects where it cannot be had. */
export function createProof(
  { api, cipher }: Pick<CallPorts, 'api' | 'cipher'>,
  authorOf: AuthorOf,
  room: ProvenConnection,
): (item: AskedItem) => Promise<void> {
  const find = ({ kind, uniqueId }: AskedItem) => {
    if (kind === 'file') {
      const file = room.chat.fileOf(uniqueId);
      return file?.stored && { ...file.stored, fileName: file.name };
    }
    const pic = kind === 'pic' && room.snapshots.storedPics().find((one) => one.uniqueId === uniqueId);
    return pic ? { ...pic, name: pic.imageFileName, senderId: pic.contactUniqueId, fileName: null } : undefined;
  };
  return async (item) => {
    const stored = find(item);
    if (!stored) return;
    const { callId } = room;
    const { name, senderId, clientId, fileName, cryptoSchema, date } = stored;
    const place = { kind: item.kind, within: callId, id: clientId, fileName } as const;
    const { base64 } = await api.getCallFile({ callId, imageFileName: name });
    await cipher.openFile(cryptoSchema, base64, { sender: await authorOf(senderId), place, date });
  };
}
