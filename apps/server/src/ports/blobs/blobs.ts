/** Files by key. A key is a path of small names: `calls/<id>/<file>`. */
export interface Blobs {
  /** Whole or not at all: nobody reads half a file. */
  write(key: string, bytes: Uint8Array): Promise<void>;
  /** @returns null where there is none */
  read(key: string): Promise<Buffer | null>;
  /** No error where there is none. */
  delete(key: string): Promise<void>;
}
