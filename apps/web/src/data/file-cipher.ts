/** Files as the browser has them, sealed and opened. A `Blob` goes from thread to thread without its bytes. */
import { type FileText, isGenuine, type NotGenuine, type SealedOrigin } from '@earth/contracts';
import { type Author, openFile, type Reader, type Recipient, type Scheme, sealFile } from '@earth/crypto';
import { asHeld } from './held-text';

/** Rejects as `@earth/crypto` does, and where the file cannot be read. */
export async function sealBlob(
  scheme: Scheme,
  file: Blob,
  recipients: readonly Recipient[],
  author: Author | null,
): Promise<FileText> {
  return asHeld(await sealFile(scheme, new Uint8Array(await file.arrayBuffer()), recipients, author));
}

/** Null: not sealed for the reader. */
export async function openBlob(
  scheme: Scheme,
  base64: FileText,
  reader: Reader,
  origin: SealedOrigin,
): Promise<Blob | NotGenuine | null> {
  const bytes = await openFile(scheme, base64, reader, origin);
  return bytes && isGenuine(bytes) ? new Blob([bytes]) : bytes;
}
