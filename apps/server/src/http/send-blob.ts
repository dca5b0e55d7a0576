/** Streams a blob as the response, never whole in memory. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Blobs } from '../adapters/blobs/blobs';
import { ApiError } from './api-error';
import { byteRange } from './byte-range';

/** For URLs that contain a hash of their bytes: anybody may cache them for ever. */
export const FOR_EVER = 'public, max-age=31536000, immutable';

interface File {
  readonly key: string;
  /** The media type. */
  readonly type: string;
  readonly cacheControl: string;
}

/**
 * Sends the whole blob, or the part that `Range` requests. HEAD returns its length, and reads nothing.
 * @throws ApiError `notFound`
 */
export async function sendBlob(
  { method, headers }: FastifyRequest,
  reply: FastifyReply,
  blobs: Blobs,
  { key, type, cacheControl }: File,
): Promise<FastifyReply> {
  const size = await blobs.size(key);
  if (size === null) throw new ApiError('notFound');
  reply.type(type).header('accept-ranges', 'bytes').header('cache-control', cacheControl);
  // Range is for GET alone (RFC 9110, 14.2).
  if (method === 'HEAD') return reply.header('content-length', size).send();
  const range = byteRange(headers.range, size);
  if (range === 'none') return reply.code(416).header('content-range', `bytes */${size}`).send();
  const stream = await blobs.stream(key, range ?? undefined);
  if (!stream) throw new ApiError('notFound');
  if (range) reply.code(206).header('content-range', `bytes ${range.start}-${range.end}/${size}`);
  return reply.header('content-length', range ? range.end - range.start + 1 : size).send(stream);
}
