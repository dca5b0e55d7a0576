/** A file as the answer to a request: as it is taken, never whole in memory. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Blobs } from '../adapters/blobs/blobs';
import { ApiError } from './api-error';
import { byteRange } from './byte-range';

/** What everybody may keep for ever: its address names its bytes. */
export const FOR_EVER = 'public, max-age=31536000, immutable';

interface File {
  readonly key: string;
  /** Its media type. */
  readonly type: string;
  readonly cacheControl: string;
}

/**
 * All of it, or the part that `Range` asks for. HEAD says how long it is, and reads nothing.
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
