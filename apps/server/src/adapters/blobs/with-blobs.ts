import type { Blobs } from './blobs';

/** A file that is to be written. */
export interface NewBlob {
  readonly key: string;
  readonly bytes: Uint8Array;
}

interface Naming<T> {
  /** Calls `keep` once the files are named. */
  write(keep: () => void): Promise<T>;
  /**
   * Whether they are named after all. Asked where writing failed: the answer to a COMMIT may be what was lost, and that may
   * still be under way. What it holds is therefore held before it is looked for what names them.
   */
  isNamed(): Promise<boolean>;
}

/**
 * Writes files, then what names them: nothing is seen whose file is not there. Files that nothing names go again, but where
 * nobody can say whether anything does.
 */
export async function withBlobs<T>(blobs: Blobs, files: readonly NewBlob[], { write, isNamed }: Naming<T>): Promise<T> {
  const remove = async () => {
    for (const { key } of files) await blobs.delete(key);
  };
  try {
    for (const { key, bytes } of files) await blobs.write(key, bytes);
  } catch (error) {
    await remove();
    throw error;
  }
  let isKept = files.length === 0;
  let result: T;
  try {
    result = await write(() => {
      isKept = true;
    });
  } catch (error) {
    if (!isKept && !(await isNamed().catch(() => true))) await remove();
    throw error;
  }
  if (!isKept) await remove();
  return result;
}
