import type { Blobs } from './blobs';

/** A file to be written. */
export interface NewBlob {
  readonly key: string;
  /** Or reads them when they are written, so that many files are not in memory at once. */
  readonly bytes: Uint8Array | (() => Promise<Uint8Array>);
}

interface Naming<T> {
  /** Writes the references to the files. Must call `commit` once they are committed. */
  write(commit: () => void): Promise<T>;
  /**
   * Whether the references were committed. Called if `write` failed: the answer to a COMMIT may have been lost, and the COMMIT may
   * still be running. The implementation must therefore lock before it looks.
   */
  isReferenced(): Promise<boolean>;
}

/**
 * Writes files, then the references to them, so that no reference is visible without its file. Files without a reference are
 * deleted again, unless it is unknown whether there is one.
 */
export async function withBlobs<T>(
  blobs: Blobs,
  files: readonly NewBlob[],
  { write, isReferenced }: Naming<T>,
): Promise<T> {
  const remove = async () => {
    for (const { key } of files) await blobs.delete(key);
  };
  try {
    for (const { key, bytes } of files) await blobs.write(key, typeof bytes === 'function' ? await bytes() : bytes);
  } catch (error) {
    await remove();
    throw error;
  }
  let isCommitted = files.length === 0;
  let result: T;
  try {
    result = await write(() => {
      isCommitted = true;
    });
  } catch (error) {
    if (!isCommitted && !(await isReferenced().catch(() => true))) await remove();
    throw error;
  }
  if (!isCommitted) await remove();
  return result;
}
