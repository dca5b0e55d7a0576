/**
 * Proof for late keys: a key is passed on only after something genuine of this call was decrypted with it on this page. Files and
 * snapshots that were not shown here are downloaded and decrypted for that.
 */
import { picPlace } from '@earth/contracts';
import type { AuthorOf } from '../session/author';
import { type Chat, storedNameOf } from './chat';
import type { CallPorts, AskedItem } from '../ports';
import type { Snapshots } from '../snapshots/snapshots';

export interface ProvenConnection {
  readonly callId: string;
  readonly chat: Pick<Chat, 'find'>;
  readonly snapshots: Pick<Snapshots, 'storedPics'>;
}

/** Downloads and decrypts one item; the cipher records with which key. Rejects if the download fails. */
export function createProof(
  { api, cipher }: Pick<CallPorts, 'api' | 'cipher'>,
  authorOf: AuthorOf,
  connection: ProvenConnection,
): (item: AskedItem) => Promise<void> {
  const find = ({ kind, uniqueId }: AskedItem) => {
    if (kind === 'file' || kind === 'preview') {
      const message = connection.chat.find(uniqueId);
      const url = kind === 'file' ? message?.fileUrl : message?.previewUrl;
      if (!message || !url) return undefined;
      const fileName = kind === 'file' ? message.fileName : null;
      const place = { kind, within: connection.callId, id: message.clientId, fileName } as const;
      return { ...message, place, name: storedNameOf(url), senderId: message.sender.uniqueId };
    }
    const pic = kind === 'pic' && connection.snapshots.storedPics().find((one) => one.uniqueId === uniqueId);
    return pic ? { ...pic, place: picPlace(pic), name: pic.imageFileName, senderId: pic.contactUniqueId } : undefined;
  };
  return async (item) => {
    const stored = find(item);
    if (!stored) return;
    const { callId } = connection;
    const { name, senderId, place, cryptoSchema, date } = stored;
    const { base64 } = await api.getCallFile({ callId, imageFileName: name });
    await cipher.openFile(cryptoSchema, base64, { sender: await authorOf(senderId), place, date });
  };
}
