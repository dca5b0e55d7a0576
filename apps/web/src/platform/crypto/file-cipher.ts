/** Files as the browser has them, sealed and opened. A `Blob` goes from thread to thread without its bytes. */
import { type FileText, isGenuine, type NotGenuine, type SealedOrigin } from '@earth/contracts';
import { type Author, openFile, ownKeyInFile, type Reader, type Recipient, type Scheme, sealFile } from '@earth/crypto';
import { toTextBlob } from '../http/text-blob';

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
  return toTextBlob(sealed);
}

/** A file that was opened, and by which key of the reader's own in its envelope. */
export interface OpenedBlob {
  /** Null: not sealed for the reader. */
  readonly file: Blob | NotGenuine | null;
  readonly encryptedKey: string | null;
}

export async function openBlob(
  scheme: Scheme,
  base64: FileText,
  reader: Reader,
  origin: SealedOrigin,
): Promise<OpenedBlob> {
  const bytes = await openFile(scheme, base64, reader, origin);
  if (!bytes || !isGenuine(bytes)) return { file: bytes, encryptedKey: null };
  return { file: new Blob([bytes]), encryptedKey: await ownKeyInFile(base64, reader) };
}
