/** Sends bytes that are in memory as the response: all of them, or the part that `Range` requests. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import { byteRange } from './byte-range';
import { isAmong } from './revalidation';

/** An answer of a call with `answer: 'bytes'`. */
export interface BytesAnswer {
  /** Strong: the same bytes have the same tag. */
  readonly etag: string;
  readonly cacheControl: string;
  /** Called only if the client does not have them. */
  readonly read: () => Promise<Uint8Array>;
}

export async function sendBytes(
  { headers }: FastifyRequest,
  reply: FastifyReply,
  { etag, cacheControl, read }: BytesAnswer,
): Promise<FastifyReply> {
  const tag = `"${etag}"`;
  reply.header('etag', tag).header('cache-control', cacheControl).header('accept-ranges', 'bytes');
  if (isAmong(headers['if-none-match'], tag)) return reply.code(304).send();
  const bytes = await read();
  // A part of other bytes would be joined to what the client has (RFC 9110, 13.1.5).
  const isSame = headers['if-range'] === undefined || headers['if-range'] === tag;
  const range = byteRange(isSame ? headers.range : undefined, bytes.length);
  if (range === 'none') return reply.code(416).header('content-range', `bytes */${bytes.length}`).send();
  const part = range ? bytes.subarray(range.start, range.end + 1) : bytes;
  if (range) reply.code(206).header('content-range', `bytes ${range.start}-${range.end}/${bytes.length}`);
  return reply.type('application/octet-stream').send(Buffer.from(part.buffer, part.byteOffset, part.byteLength));
}
