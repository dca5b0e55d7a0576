import * as contracts from '@earth/contracts';
import type { FastifyInstance } from 'fastify';
import type { Context } from '../../../context';
import { publicRoute } from '../../../http/route';
import { storeLog } from './service';

export function registerLogs(app: FastifyInstance, context: Context): void {
  publicRoute(app, context, contracts.sendLog, async ({ input }) => {
    await storeLog(context, input);
    return null;
  });
}
