import type { Readable } from 'node:stream';

/** A byte range of a file; `end` is inclusive. */
export interface Bytes {
  readonly start: number;
  readonly end: number;
}

/** Blob store: files by key. A key is a path of short names: `calls/<id>/<file>`. */
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
  /** The folders of an area, such as `calls`, one after another, with the bytes of the files that are directly in them. */
  measure(area: string): AsyncIterable<{ readonly name: string; readonly bytes: number }>;
}
