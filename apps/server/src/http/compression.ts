/** Answers of calls that say so are sent compressed, as well as the browser and this Node.js can: zstd, brotli, gzip. */
import compress from '@fastify/compress';
import type { CallSpec } from '@earth/contracts';
import type { FastifyInstance, FastifyRequest } from 'fastify';

/** Of less there is little to win. */
const FROM_BYTES = 1024;
/** The address of a private file, signed (`features/discover/contents/media.ts`): nothing may be learnt of it from a length. */
const SIGNED = /[?&]s=[\w-]{20}/;

export async function offerCompression(app: FastifyInstance): Promise<void> {
  await app.register(compress, { global: false, threshold: FROM_BYTES });
}

/** For `onSend`, before it is compressed: what has signed addresses stays as it is. */
async function keepSigned({ headers }: FastifyRequest, _: unknown, payload: unknown): Promise<unknown> {
  if (typeof payload === 'string' && SIGNED.test(payload)) headers['x-no-compression'] = 'signed';
  return payload;
}

/** What a route of the call says of it. */
export const compressionOf = ({ compressed = false }: CallSpec) =>
  compressed
    ? { hooks: [keepSigned], options: { compress: { threshold: FROM_BYTES } } }
    : { hooks: [], options: { compress: false } as const };
