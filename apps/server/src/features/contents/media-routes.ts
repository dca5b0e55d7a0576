/** `/media/{file}/{part}`: the files of contents, for as long as anybody likes to keep them. */
import type { FastifyInstance } from 'fastify';
import type { Context } from '../../context';
import { ApiError } from '../../http/api-error';
import { byteRange } from './byte-range';
import { typeOf } from './files';
import { blobKeyOf, createSigner, partsOf } from './media';
import { findFile } from './writing-store';

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

interface Asked {
  readonly Params: { readonly file: string; readonly part: string };
  readonly Querystring: { readonly e?: unknown; readonly s?: unknown };
}

export function registerMedia(app: FastifyInstance, context: Context): void {
  const { blobs, db } = context;

  app.get<Asked>('/media/:file/:part', async ({ params: { file: id, part }, query: { e, s }, headers }, reply) => {
    const found = UUID.test(id) ? await findFile(db, id) : undefined;
    if (!found || !partsOf(found.file).includes(part)) throw new ApiError('notFound');
    const isPublic = found.visibility === 'public';
    const isSigned = typeof e === 'string' && typeof s === 'string' && createSigner(context).isGood(id, { e, s });
    if (!isPublic && !isSigned) throw new ApiError('notFound');
    const key = blobKeyOf(id, part);
    const size = await blobs.size(key);
    if (size === null) throw new ApiError('notFound');
    const range = byteRange(headers.range, size);
    reply
      .type(typeOf(part))
      .header('accept-ranges', 'bytes')
      .header('cache-control', isPublic ? 'public, max-age=31536000, immutable' : 'private, max-age=7200, immutable');
    if (range === 'none') return reply.code(416).header('content-range', `bytes */${size}`).send();
    const bytes = await blobs.read(key, range ?? undefined);
    if (!bytes) throw new ApiError('notFound');
    if (range) reply.code(206).header('content-range', `bytes ${range.start}-${range.end}/${size}`);
    return reply.send(bytes);
  });
}
