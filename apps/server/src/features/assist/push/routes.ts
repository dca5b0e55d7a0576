import * as contracts from '@earth/contracts';
import type { FastifyInstance } from 'fastify';
import type { Context } from '../../../context';
import { route } from '../../../http/route';
import { createSender } from './sender';
import { addToken, removeToken } from './tokens';

export function registerPush(app: FastifyInstance, context: Context): void {
  const sender = createSender(context);
  app.addHook('onReady', async () => sender.start());
  app.addHook('onClose', () => sender.stop());

  route(app, context, contracts.addPushToken, async ({ input, principal }) => {
    await addToken(context, principal, input);
    return null;
  });
  route(app, context, contracts.removePushToken, async ({ input, principal }) => {
    await removeToken(context, principal, input);
    return null;
  });
}
