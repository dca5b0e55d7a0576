import * as contracts from '@earth/contracts';
import type { FastifyInstance } from 'fastify';
import type { Context } from '../../../context';
import { publicRoute, route } from '../../../http/route';
import { count, statisticsOf } from './service';

export function registerStatistics(app: FastifyInstance, context: Context): void {
  publicRoute(app, context, contracts.countEvents, async ({ input }) => {
    await count(context, input);
    return null;
  });
  route(app, context, contracts.getStatistics, ({ input, principal }) => statisticsOf(context, principal, input));
}
