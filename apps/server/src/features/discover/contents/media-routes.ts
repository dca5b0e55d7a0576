/** `/media/{file}/{part}`: the files of contents, which may be cached for as long as their URL is valid. */
import type { FastifyInstance } from 'fastify';
import type { Context } from '../../../context';
import { ApiError } from '../../../http/api-error';
import { FOR_EVER, sendBlob } from '../../../http/send-blob';
import { typeOf } from './files';
import { blobKeyOf, createSigner, partsOf } from './media';
import { findFile } from './writing-store';

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

interface MediaQuery {
  readonly Params: { readonly file: string; readonly part: string };
  readonly Querystring: { readonly e?: unknown; readonly s?: unknown };
}

export function registerMedia(app: FastifyInstance, context: Context): void {
  app.route<MediaQuery>({
    method: ['GET', 'HEAD'],
    url: '/media/:file/:part',
    handler: async (request, reply) => {
      const { file: id, part } = request.params;
      const found = UUID.test(id) ? await findFile(context.db, id) : undefined;
      if (!found || !partsOf(found.file).includes(part)) throw new ApiError('notFound');
      const isPublic = found.visibility === 'public' && found.isShown;
      const { e, s } = request.query;
      const isSigned = typeof e === 'string' && typeof s === 'string' && createSigner(context).isGood(id, { e, s });
      if (!isPublic && !isSigned) throw new ApiError('notFound');
      return await sendBlob(request, reply, context.blobs, {
        key: blobKeyOf(id, part),
        type: typeOf(part),
        cacheControl: isPublic ? FOR_EVER : 'private, max-age=7200, immutable',
      });
    },
  });
}
