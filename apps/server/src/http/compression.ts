/**
 * Compresses the responses of calls that declare it, with the best encoding that the browser and this Node.js share: zstd, brotli,
 * gzip.
 */
import compress from '@fastify/compress';
import type { CallSpec } from '@earth/contracts';
import type { FastifyInstance, FastifyRequest } from 'fastify';

/** Smaller responses are not worth compressing. */
const FROM_BYTES = 1024;
/**
 * The signed URL of a private file (`features/discover/contents/media.ts`). A compressed length would reveal something about it.
 */
const SIGNED = /[?&]s=[\w-]{20}/;

export async function offerCompression(app: FastifyInstance): Promise<void> {
  await app.register(compress, { global: false, threshold: FROM_BYTES });
}

/** `onSend` hook before compression: responses with signed URLs are not compressed. */
async function skipSigned({ headers }: FastifyRequest, _: unknown, payload: unknown): Promise<unknown> {
  if (typeof payload === 'string' && SIGNED.test(payload)) headers['x-no-compression'] = 'signed';
  return payload;
}

/** The compression options of the call's route. */
export const compressionOf = ({ compressed = false }: CallSpec) =>
  compressed
    ? { hooks: [skipSigned], options: { compress: { threshold: FROM_BYTES } } }
    : { hooks: [], options: { compress: false } as const };
