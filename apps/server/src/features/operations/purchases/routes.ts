import * as contracts from '@earth/contracts';
import type { FastifyInstance } from 'fastify';
import type { Context } from '../../../context';
import { route } from '../../../http/route';
import { buyMinutes, purchasesOf } from './service';
import { createSettler } from './settler';

export function registerPurchases(app: FastifyInstance, context: Context): void {
  const settler = createSettler(context);
  app.addHook('onReady', async () => settler.start());
  app.addHook('onClose', () => settler.stop());

  route(app, context, contracts.listPurchases, ({ principal }) => purchasesOf(context, principal));
  route(app, context, contracts.buyMinutes, ({ principal, input }) => buyMinutes(context, principal, input));
}
