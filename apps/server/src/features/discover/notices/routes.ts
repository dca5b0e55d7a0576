import * as contracts from '@earth/contracts';
import type { FastifyInstance } from 'fastify';
import type { Context } from '../../../context';
import { publicRoute, route } from '../../../http/route';
import { createNoticeSender } from './sender';
import * as notices from './service';
import * as visitors from './visitors';

export function registerNotices(app: FastifyInstance, context: Context): void {
  const sender = createNoticeSender(context);
  const stopListening = context.bus.subscribe('noticeDue', sender.wake);
  app.addHook('onReady', async () => sender.start());
  app.addHook('onClose', async () => {
    stopListening();
    await sender.stop();
  });

  route(app, context, contracts.listNotices, ({ principal }) => notices.listNotices(context, principal));
  route(app, context, contracts.createNotice, ({ principal, input }) =>
    notices.createNotice(context, principal, input),
  );
  route(app, context, contracts.changeNotice, ({ principal, input }) =>
    notices.changeNotice(context, principal, input),
  );
  route(app, context, contracts.sendNotice, ({ principal, input }) => notices.sendNotice(context, principal, input));
  route(app, context, contracts.withdrawNotice, ({ principal, input }) =>
    notices.withdrawNotice(context, principal, input.noticeId),
  );
  route(app, context, contracts.deleteNotice, async ({ principal, input }) => {
    await notices.deleteNotice(context, principal, input.noticeId);
    return null;
  });

  publicRoute(app, context, contracts.readNotices, ({ input }) => visitors.readNotices(context, input.l));
  publicRoute(app, context, contracts.subscribeToNotices, async ({ input }) => {
    await visitors.subscribe(context, input);
    return null;
  });
  publicRoute(app, context, contracts.unsubscribeFromNotices, async ({ input }) => {
    await visitors.unsubscribe(context, input.token);
    return null;
  });
}
