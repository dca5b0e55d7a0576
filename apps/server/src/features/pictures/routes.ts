import type { FastifyInstance } from 'fastify';
import type { Context } from '../../context';
import { ApiError } from '../../http/api-error';

export function registerPictures(app: FastifyInstance, { blobs }: Context): void {
  app.get<{ Params: { name: string } }>('/pictures/:name', async ({ params }, reply) => {
    const bytes = /^[0-9a-f]{32}\.webp$/.test(params.name) ? await blobs.read(`pictures/${params.name}`) : null;
    if (!bytes) throw new ApiError('notFound');
    return reply.type('image/webp').header('cache-control', 'public, max-age=31536000, immutable').send(bytes);
  });
}
