import * as contracts from '@earth/contracts';
import type { FastifyInstance } from 'fastify';
import type { Context } from '../../../context';
import { route } from '../../../http/route';
import { createMeasurer } from './measurer';
import { usageOf } from './service';

export function registerUsage(app: FastifyInstance, context: Context): void {
  const measurer = createMeasurer(context);
  app.addHook('onReady', async () => measurer.start());
  app.addHook('onClose', () => measurer.stop());

  route(app, context, contracts.getUsage, ({ input, principal }) => usageOf(context, principal, input));
}
