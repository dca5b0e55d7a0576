import type { Blobs } from './blobs';

/**
 * Writes a file, then what names it: nothing is seen whose file is not there. A file that nothing names goes again.
 * @param blob null where there is no file
 * @param write calls `keep` once the file is named
 */
export async function withBlob<T>(
  blobs: Blobs,
  blob: { readonly key: string; readonly bytes: Uint8Array } | null,
  write: (keep: () => void) => Promise<T>,
): Promise<T> {
  let isKept = false;
  if (blob) await blobs.write(blob.key, blob.bytes);
  try {
    return await write(() => {
      isKept = true;
    });
  } finally {
    if (blob && !isKept) await blobs.delete(blob.key);
  }
}
