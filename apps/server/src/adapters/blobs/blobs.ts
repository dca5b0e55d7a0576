import type { Readable } from 'node:stream';

/** A byte range of a file; `end` is inclusive. */
export interface Bytes {
  readonly start: number;
  readonly end: number;
}

export interface StoredBlob {
  readonly key: string;
  readonly bytes: number;
}

/** Blob store: files by key. A key is a path of short names: `calls/<id>/<file>`. Each call rejects with `BlobsError` if the store fails. */
export interface Blobs {
  /** Atomic: nobody reads half a file. */
  write(key: string, bytes: Uint8Array): Promise<void>;
  /** @returns null if there is none */
  read(key: string): Promise<Buffer | null>;
  /** Streams the file, or a part of it. A consumer that stops early must destroy the stream. @returns null if there is none */
  stream(key: string, part?: Bytes): Promise<Readable | null>;
  /** In bytes; null if there is none. */
  size(key: string): Promise<number | null>;
  /** No error if there is none. */
  delete(key: string): Promise<void>;
  /** All of an area, such as `calls`, or of the store. Files of the same folder follow each other. */
  list(area?: string): AsyncIterable<StoredBlob>;
}

/** A store that does not answer, or refuses, although the call is right. */
export class BlobsError extends Error {
  override readonly name = 'BlobsError';
  /** @param reason `full`: there is no space for the file */
  constructor(
    readonly reason: 'unavailable' | 'full',
    cause: unknown,
  ) {
    super(cause instanceof Error ? `${cause.name}: ${cause.message}` : String(cause), { cause });
  }
}

const KEY = /^[a-z0-9][\w-]*(\/[\w-][\w.-]*)+$/i;

/** @returns the key */
export function checkedKey(key: string): string {
  if (!KEY.test(key)) throw new Error(`Not the key of a blob: ${key}`);
  return key;
}

/** The folders of an area, one after another, with the bytes of the files that are directly in them. */
export async function* measureFolders(
  blobs: Pick<Blobs, 'list'>,
  area: string,
): AsyncGenerator<{ readonly name: string; readonly bytes: number }> {
  let folder = { name: '', bytes: 0 };
  for await (const { key, bytes } of blobs.list(area)) {
    const [, name = '', file, ...deeper] = key.split('/');
    if (file === undefined || deeper.length > 0) continue;
    if (folder.name !== name) {
      if (folder.name !== '') yield folder;
      folder = { name, bytes: 0 };
    }
    folder.bytes += bytes;
  }
  if (folder.name !== '') yield folder;
}
