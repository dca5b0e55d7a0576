/** Seals what is outgoing for its place, and opens what closed pages have sealed. */
import type { SealedOrigin, SealedPlace, Sealer } from '@earth/contracts';
import { isGenuine, picPlace, piecePlace } from '@earth/contracts';
import type { Outgoing } from './outgoing';
import type { MessageCipher, MessageFields, OutgoingFields, Recipient } from './ports';

export interface SealingPorts {
  /** The author, with former keys, which may have signed what was left. */
  readonly me: Sealer;
  readonly cipher: MessageCipher;
  /** The preview of a large picture; null: there is none. */
  readonly makePreview: (file: Blob, name: string) => Promise<Blob | null>;
}

/** The sealed text of a message. */
export type SealedText = Pick<MessageFields, 'message' | 'cryptoSchema'>;

/** What is sealed for these readers. */
export interface Sealed {
  /** The readers and those left out, for comparison; null: left by a closed page, to be sealed again, because the people may differ. */
  readonly whom: string | null;
  readonly fields: OutgoingFields;
}

type Named = Pick<Outgoing, 'place' | 'clientId'>;

const placeOf = (kind: 'message' | 'file' | 'preview', { place, clientId: id }: Named): SealedPlace => ({
  kind,
  within: place.id,
  id,
});

/** Of a snapshot, or of a piece of a recording. */
const placeOfFile = ({ place, clientId, takenBy, piece }: Outgoing) =>
  piece
    ? piecePlace(place.id, piece.recordingId, piece.number)
    : picPlace({ callUniqueId: place.id, clientId, takenByUniqueId: takenBy });

function sealedFileOf(fields: OutgoingFields) {
  if ('pieceBase64' in fields) return fields.pieceBase64;
  return 'picBase64' in fields ? fields.picBase64 : fields.base64File;
}

/**
 * What was left on this device is the user's own, whichever of their key bundles signed it. Its date is this device's, which cannot
 * be compared with the server's end dates of key bundles. It is sealed again before it is sent.
 */
const originOf = (sender: Sealer, place: SealedPlace): SealedOrigin => ({ sender, place, date: null });

/** The text of a message that a closed page has left. Null: not sealed for this page's keys. */
export const openLeftText = ({ cipher, me }: SealingPorts, { cryptoSchema, message }: MessageFields, item: Named) =>
  cipher.openText(cryptoSchema, message, originOf(me, placeOf('message', item)));

/** The file, or the snapshot, that a closed page has left. Null: there is none. */
export async function openLeftFile(
  { cipher, me }: SealingPorts,
  fields: OutgoingFields,
  item: Outgoing,
): Promise<Blob | null> {
  const sealed = sealedFileOf(fields);
  if (sealed === undefined) return null;
  const place = item.kind === 'message' ? { ...placeOf('file', item), fileName: item.file?.name } : placeOfFile(item);
  const blob = await cipher.openFile(fields.cryptoSchema, sealed, originOf(me, place));
  if (!blob || !isGenuine(blob)) throw new Error('The stored file cannot be decrypted');
  return blob;
}

interface SealOptions {
  readonly people: readonly Recipient[];
  /** Aborts the sealing of a file. */
  readonly signal: AbortSignal;
  /** Called when the text is sealed. */
  readonly onText: (sealed: SealedText) => void;
}

/** Rejects if the file cannot be read, or if it is aborted. */
export async function sealOutgoing(ports: SealingPorts, item: Outgoing, options: SealOptions): Promise<Sealed> {
  const { cipher } = ports;
  const { clientId, place, text, file, kind } = item;
  const { changedScheme, ...change } = item.change ?? {};
  const cryptoSchema = await cipher.schemeFor(options.people, changedScheme);
  const readers = await cipher.findReaders(cryptoSchema, options.people);
  const sealFile = cipher.sealFileUntil(options.signal);
  const sealAs = (part: Blob, of: SealedPlace) => sealFile(cryptoSchema, part, readers, of);
  const common = { id: place.id, cryptoSchema, clientId };
  const whom = JSON.stringify(readers);
  if (kind !== 'message') {
    if (!file?.blob) throw new Error('There is no file');
    const sealed = await sealAs(file.blob, placeOfFile(item));
    if (!item.piece) return { whom, fields: { ...common, picBase64: sealed, takenByUniqueId: item.takenBy } };
    const { readers: _, ...piece } = item.piece;
    return { whom, fields: { ...common, ...piece, pieceBase64: sealed } };
  }
  const message = await cipher.sealText(cryptoSchema, text, readers, placeOf('message', item));
  options.onText({ message, cryptoSchema });
  const mentioned = item.mentions && { mentions: [...item.mentions] };
  const attached = file?.blob && (await sealAttached(ports, item, file.blob, sealAs));
  return { whom, fields: { ...common, message, ...change, ...mentioned, ...attached } };
}

async function sealAttached<Text>(
  { makePreview }: SealingPorts,
  item: Outgoing,
  blob: Blob,
  sealAs: (part: Blob, place: SealedPlace) => Promise<Text>,
) {
  const fileName = item.file?.name ?? '';
  const [base64File, small] = await Promise.all([
    sealAs(blob, { ...placeOf('file', item), fileName }).catch((cause: unknown) => {
      // Changed or moved since it was chosen. Not reported as a network failure, which would be retried for ever.
      throw new Error('The file cannot be read', { cause });
    }),
    makePreview(blob, fileName),
  ]);
  const base64Preview = small && (await sealAs(small, placeOf('preview', item)));
  return { fileName, fileSize: blob.size, base64File, ...(base64Preview && { base64Preview }) };
}
