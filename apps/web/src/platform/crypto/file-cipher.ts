/** Seals and opens files as `Blob`s. A `Blob` moves between threads without copying its bytes. */
import { type FileText, isGenuine, type NotGenuine, type SealedOrigin } from '@earth/contracts';
import { type Author, openFile, ownKeyInFile, type Reader, type Recipient, type Scheme, sealFile } from '@earth/crypto';
import { toTextBlob } from '../http/text-blob';

/** A file to seal: its recipients and, if it is signed, its author. */
export interface SealJob {
  readonly scheme: Scheme;
  readonly file: Blob;
  readonly recipients: readonly Recipient[];
  readonly author: Author | null;
}

/**
 * Rejects like `@earth/crypto`, if the file cannot be read, and if the signal aborts; the signal is checked between the steps.
 */
export async function sealBlob({ scheme, file, recipients, author }: SealJob, signal?: AbortSignal): Promise<FileText> {
  signal?.throwIfAborted();
  const bytes = new Uint8Array(await file.arrayBuffer());
  signal?.throwIfAborted();
  const sealed = await sealFile(scheme, bytes, recipients, author);
  signal?.throwIfAborted();
  return toTextBlob(sealed);
}

/** An opened file, and the reader's key in its envelope that opened it. */
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
