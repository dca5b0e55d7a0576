import * as contracts from '@earth/contracts';
import type { FastifyInstance } from 'fastify';
import type { Context } from '../../context';
import { route } from '../../http/route';
import { createSender } from './sender';
import { addToken, removeToken } from './tokens';

export function registerPush(app: FastifyInstance, context: Context): void {
  const sender = createSender(context);
  app.addHook('onReady', async () => sender.start());
  app.addHook('onClose', () => sender.stop());

  route(app, context, contracts.addPushToken, async ({ input, who }) => {
    await addToken(context, who, input);
    return null;
  });
  route(app, context, contracts.removePushToken, async ({ input, who }) => {
    await removeToken(context, who, input);
    return null;
  });
}
