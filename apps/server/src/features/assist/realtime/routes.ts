import websocket from '@fastify/websocket';
import { FRAME_BYTES_MAX } from '@earth/contracts';
import type { FastifyInstance } from 'fastify';
import type { Context } from '../../../context';
import { ApiError } from '../../../http/api-error';
import { languageOf } from '../../../http/language';
import { createHub } from './hub';

/** To be called before other routes are declared, which do not accept sockets. */
export async function registerRealtime(app: FastifyInstance, context: Context): Promise<void> {
  const hub = createHub(context);
  await app.register(websocket, {
    options: { maxPayload: FRAME_BYTES_MAX },
    // `ws` closes a socket that breaks or sends too much by itself.
    errorHandler: (error) => context.log.debug({ err: error }, 'A socket broke'),
    async preClose() {
      await hub.stop();
      app.websocketServer.close();
    },
  });
  app.addHook('onReady', () => hub.start());
  app.route({
    method: 'GET',
    url: '/realtime',
    handler: () => {
      throw new ApiError('notFound');
    },
    wsHandler: (socket, request) => hub.accept(socket, languageOf(request.headers['accept-language'])),
  });
}
