import * as contracts from '@earth/contracts';
import type { FastifyInstance } from 'fastify';
import type { Context } from '../../../context';
import { languageOf } from '../../../http/language';
import { route } from '../../../http/route';
import { createWebhookSender } from './sender';
import * as webhooks from './service';

export function registerWebhooks(app: FastifyInstance, context: Context): void {
  const sender = createWebhookSender(context);
  const stopListening = context.bus.subscribe('eventQueued', sender.wake);
  app.addHook('onReady', async () => sender.start());
  app.addHook('onClose', async () => {
    stopListening();
    await sender.stop();
  });

  route(app, context, contracts.listWebhooks, ({ principal }) => webhooks.listWebhooks(context, principal));
  route(app, context, contracts.createWebhook, ({ principal, input, request }) =>
    webhooks.createWebhook(context, principal, input, languageOf(request.headers['accept-language'])),
  );
  route(app, context, contracts.changeWebhook, ({ principal, input }) =>
    webhooks.changeWebhook(context, principal, input),
  );
  route(app, context, contracts.deleteWebhook, async ({ principal, input }) => {
    await webhooks.deleteWebhook(context, principal, input.webhookId);
    return null;
  });
  route(app, context, contracts.renewWebhookSecret, ({ principal, input }) =>
    webhooks.renewSecret(context, principal, input.webhookId),
  );
  route(app, context, contracts.testWebhook, async ({ principal, input }) => {
    await webhooks.testWebhook(context, principal, input.webhookId);
    return null;
  });
  route(app, context, contracts.listDeliveries, ({ principal, input }) =>
    webhooks.listDeliveries(context, principal, input.webhookId),
  );
}
