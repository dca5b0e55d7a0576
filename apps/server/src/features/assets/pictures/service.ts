/** Public pictures: plain URLs that name their bytes, so that they may be cached for ever. */
import { createHash } from 'node:crypto';
import type { Context } from '../../../context';

/** @param webp the bytes of a WebP picture. @returns its URL */
export async function keepPicture({ blobs }: Context, webp: Uint8Array): Promise<string> {
  const name = `${createHash('sha256').update(webp).digest('hex').slice(0, 32)}.webp`;
  await blobs.write(`pictures/${name}`, webp);
  return `/pictures/${name}`;
}
