/** Map layers: public URLs that contain a hash of the bytes, so that they can be cached for ever. */
import { createHash } from 'node:crypto';
import type { Context } from '../../../context';

/** @param bytes of a KML or KMZ file. @returns its URL */
export async function storeLayer({ blobs }: Context, bytes: Uint8Array, ending: 'kml' | 'kmz'): Promise<string> {
  const name = `${createHash('sha256').update(bytes).digest('hex').slice(0, 32)}.${ending}`;
  await blobs.write(`maps/${name}`, bytes);
  return `/maps/${name}`;
}
