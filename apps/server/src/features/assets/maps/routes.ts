import type { FastifyInstance } from 'fastify';
import type { Context } from '../../../context';
import { ApiError } from '../../../http/api-error';
import { FOR_EVER } from '../../../http/send-blob';

const TYPES: Readonly<Record<string, string>> = {
  kml: 'application/vnd.google-earth.kml+xml',
  kmz: 'application/vnd.google-earth.kmz',
};

/** Map layers are public, like the menu that refers to them. */
export function registerMaps(app: FastifyInstance, { blobs }: Context): void {
  app.get<{ Params: { name: string } }>('/maps/:name', async ({ params: { name } }, reply) => {
    const type = TYPES[/^[0-9a-f]{32}\.(km[lz])$/.exec(name)?.[1] ?? ''];
    const bytes = type ? await blobs.read(`maps/${name}`) : null;
    if (!type || !bytes) throw new ApiError('notFound');
    return reply.type(type).header('cache-control', FOR_EVER).send(bytes);
  });
}
