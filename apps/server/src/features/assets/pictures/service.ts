/** Public pictures: public URLs that contain a hash of the bytes, so that they can be cached for ever. */
import { createHash } from 'node:crypto';
import type { Context } from '../../../context';

/** @param webp the bytes of a WebP picture. @returns its URL */
export async function storePicture({ blobs }: Context, webp: Uint8Array): Promise<string> {
  const name = `${createHash('sha256').update(webp).digest('hex').slice(0, 32)}.webp`;
  await blobs.write(`pictures/${name}`, webp);
  return `/pictures/${name}`;
}
