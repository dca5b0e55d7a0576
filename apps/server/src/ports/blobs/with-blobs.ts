import type { Blobs } from './blobs';

/** A file that is to be written. */
export interface NewBlob {
  readonly key: string;
  readonly bytes: Uint8Array;
}

/**
 * Writes files, then what names them: nothing is seen whose file is not there. Files that nothing names go again.
 * @param write calls `keep` once the files are named
 */
export async function withBlobs<T>(
  blobs: Blobs,
  files: readonly NewBlob[],
  write: (keep: () => void) => Promise<T>,
): Promise<T> {
  let isKept = false;
  try {
    for (const { key, bytes } of files) await blobs.write(key, bytes);
    return await write(() => {
      isKept = true;
    });
  } finally {
    if (!isKept) for (const { key } of files) await blobs.delete(key);
  }
}
