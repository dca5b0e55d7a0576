import type { Readable } from 'node:stream';

/** A part of a file: from one byte to another, that one too. */
export interface Bytes {
  readonly start: number;
  readonly end: number;
}

/** Files by key. A key is a path of small names: `calls/<id>/<file>`. */
export interface Blobs {
  /** Whole or not at all: nobody reads half a file. */
  write(key: string, bytes: Uint8Array): Promise<void>;
  /** @returns null where there is none */
  read(key: string): Promise<Buffer | null>;
  /** All of it or a part, as somebody takes it. Who does not read it to its end destroys it. @returns null where there is none */
  stream(key: string, part?: Bytes): Promise<Readable | null>;
  /** In bytes; null where there is none. */
  size(key: string): Promise<number | null>;
  /** No error where there is none. */
  delete(key: string): Promise<void>;
}
