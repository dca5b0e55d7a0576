import { createHash } from 'node:crypto';
import type { Blobs, StoredBlob } from './blobs';

/** Each is whole in memory. */
const AT_ONCE = 4;

export interface Copied {
  readonly files: number;
  readonly bytes: number;
  /** Of them those that the other store had already, byte for byte. */
  readonly present: number;
}

const digest = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

async function hasSame(to: Blobs, { key, bytes }: StoredBlob, wanted: string): Promise<boolean> {
  if ((await to.size(key)) !== bytes) return false;
  const found = await to.read(key);
  return found !== null && digest(found) === wanted;
}

/**
 * Copies all files of one store into another, and reads each back. Files that are there already are compared only, so that a copy that
 * was broken off can be repeated.
 * @param isMove deletes each file from the first store as soon as the second one has it
 * @param onProgress after each file
 * @throws Error if a file does not come back as it was; BlobsError
 */
export async function copyBlobs(
  from: Blobs,
  to: Blobs,
  { isMove, onProgress }: { readonly isMove: boolean; readonly onProgress: (copied: Copied) => void },
): Promise<Copied> {
  let copied: Copied = { files: 0, bytes: 0, present: 0 };

  async function copy(blob: StoredBlob) {
    const { key } = blob;
    const bytes = await from.read(key);
    // Deleted meanwhile.
    if (!bytes) return;
    const wanted = digest(bytes);
    const file = { key, bytes: bytes.length };
    const isPresent = await hasSame(to, file, wanted);
    if (!isPresent) {
      await to.write(key, bytes);
      if (!(await hasSame(to, file, wanted))) throw new Error(`${key} did not come back as it was stored.`);
    }
    if (isMove) await from.delete(key);
    copied = {
      files: copied.files + 1,
      bytes: copied.bytes + bytes.length,
      present: copied.present + (isPresent ? 1 : 0),
    };
    onProgress(copied);
  }

  const blobs = from.list()[Symbol.asyncIterator]();
  async function copyNext(): Promise<void> {
    for (let next = await blobs.next(); !next.done; next = await blobs.next()) await copy(next.value);
  }
  await Promise.all(Array.from({ length: AT_ONCE }, copyNext));
  return copied;
}
