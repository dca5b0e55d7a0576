/**
 * Revalidation: responses that may be cached but are requested again each time (RFC 9110, 8.8.3 and 13.1.2). An unchanged response
 * is not sent again.
 */
import { createHash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** Whether the ETag is one of an `If-None-Match` header. */
export const isAmong = (tags: string | undefined, etag: string): boolean =>
  tags !== undefined && tags.split(',').some((tag) => [etag, etag.replace('W/', ''), '*'].includes(tag.trim()));

/** What a response depends on besides its URL. */
const VARY = 'Authorization, X-Api-Key, Accept-Language, Accept-Encoding, Origin';

/**
 * `onSend` hook. The ETag covers the content, so that a request in another language, or signed in, gets another one. It is weak,
 * since it is the same for every compression.
 */
export async function revalidate(request: FastifyRequest, reply: FastifyReply, payload: unknown): Promise<unknown> {
  if (reply.statusCode !== 200 || typeof payload !== 'string') return payload;
  const etag = `W/"${createHash('sha1').update(payload).digest('base64url')}"`;
  const isPrivate = request.headers.authorization !== undefined;
  reply
    .header('cache-control', isPrivate ? 'private, no-cache' : 'no-cache')
    .header('vary', VARY)
    .header('etag', etag);
  if (!isAmong(request.headers['if-none-match'], etag)) return payload;
  reply.code(304).removeHeader('content-type').removeHeader('content-length');
  return '';
}
