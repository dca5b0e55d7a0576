/** Files as the browser has them, sealed and opened. A `Blob` goes from thread to thread without its bytes. */
import { type FileText, isGenuine, type NotGenuine, type SealedOrigin } from '@earth/contracts';
import { type Author, openFile, type Reader, type Recipient, type Scheme, sealFile } from '@earth/crypto';
import { asHeld } from './held-text';

/** A file, for whom, and by whom where that is signed. */
export interface SealJob {
  readonly scheme: Scheme;
  readonly file: Blob;
  readonly recipients: readonly Recipient[];
  readonly author: Author | null;
}

/** Rejects as `@earth/crypto` does, where the file cannot be read, and where it is stopped: that is looked at between its steps. */
export async function sealBlob({ scheme, file, recipients, author }: SealJob, signal?: AbortSignal): Promise<FileText> {
  signal?.throwIfAborted();
  const bytes = new Uint8Array(await file.arrayBuffer());
  signal?.throwIfAborted();
  const sealed = await sealFile(scheme, bytes, recipients, author);
  signal?.throwIfAborted();
  return asHeld(sealed);
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
