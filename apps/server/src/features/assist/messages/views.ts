/** Views: messages as the API returns them. */
import { receiptOf } from '@earth/contracts';
import type { Member, MessageFields } from './policy';
import type { Place, SignedMessage } from './store';

/** The URL of a file of a call or room. */
const fileUrl = ({ kind, id }: Place, storedName: string) => `/storage/${kind}s/${id}/${storedName}`;

/** The key of the blob of a file of a call or room. */
export const blobKey = ({ kind, id }: Place, storedName: string) => `${kind}s/${id}/${storedName}`;

type Me = Pick<Member, 'contactId' | 'readPosition'>;

/**
 * Receipt of a message. Own ones: how far the others have received it. Those of others: delivered, and read or not.
 * @param readers all who can read in its place
 */
export const receiptFor = (row: SignedMessage, me: Me, readers: readonly Member[]) =>
  row.senderId === me.contactId ? receiptOf(row, readers) : { delivered: true, read: row.position <= me.readPosition };

export const senderOf = ({ senderId, senderName, senderIsGuest }: SignedMessage) => ({
  uniqueId: senderId,
  name: senderName,
  ...(senderIsGuest && { isGuest: true }),
});

/** As one of the people of its place sees it. */
export function messageFields(
  kind: Place['kind'],
  row: SignedMessage,
  me: Me,
  readers: readonly Member[],
): MessageFields {
  const place = { kind, id: row.placeId };
  return {
    uniqueId: row.id,
    position: row.position,
    sender: senderOf(row),
    message: row.message,
    cryptoSchema: row.cryptoSchema,
    ...receiptFor(row, me, readers),
    date: row.createdAt.toISOString(),
    clientId: row.clientId,
    fileName: row.fileName,
    fileUrl: row.fileKey && fileUrl(place, row.fileKey),
    fileSize: row.fileSize,
    ...(row.change !== null && row.changedId !== null && { change: row.change, changedUniqueId: row.changedId }),
    ...(row.mentions !== null && { mentions: row.mentions.split(' ') }),
    ...(row.previewKey !== null && { previewUrl: fileUrl(place, row.previewKey) }),
  };
}
