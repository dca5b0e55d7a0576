import type { FastifyInstance } from 'fastify';
import type { Context } from '../../context';
import { ApiError } from '../../http/api-error';
import { FOR_EVER, sendBlob } from '../../http/send-blob';
import { assetKinds, findAsset } from './service';

export function registerAssets(app: FastifyInstance, { blobs }: Context): void {
  for (const kind of assetKinds)
    app.route<{ Params: { name: string } }>({
      method: ['GET', 'HEAD'],
      url: `/${kind}/:name`,
      handler: async (request, reply) => {
        const asset = findAsset(kind, request.params.name);
        if (!asset) throw new ApiError('notFound');
        return await sendBlob(request, reply, blobs, { ...asset, cacheControl: FOR_EVER });
      },
    });
}
