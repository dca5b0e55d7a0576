import type { FastifyInstance } from 'fastify';
import type { Context } from '../../../context';
import { ApiError } from '../../../http/api-error';
import { FOR_EVER, sendBlob } from '../../../http/send-blob';

export function registerPictures(app: FastifyInstance, { blobs }: Context): void {
  app.route<{ Params: { name: string } }>({
    method: ['GET', 'HEAD'],
    url: '/pictures/:name',
    handler: async (request, reply) => {
      const { name } = request.params;
      if (!/^[0-9a-f]{32}\.webp$/.test(name)) throw new ApiError('notFound');
      const file = { key: `pictures/${name}`, type: 'image/webp', cacheControl: FOR_EVER };
      return await sendBlob(request, reply, blobs, file);
    },
  });
}
