import * as contracts from '@earth/contracts';
import type { FastifyInstance } from 'fastify';
import type { Context } from '../../../context';
import { route } from '../../../http/route';
import * as tokens from './service';

export function registerTokens(app: FastifyInstance, context: Context): void {
  route(app, context, contracts.listTokens, ({ principal }) => tokens.listTokens(context, principal));
  route(app, context, contracts.createToken, ({ principal, input }) => tokens.createToken(context, principal, input));
  route(app, context, contracts.endToken, async ({ principal, input }) => {
    await tokens.endToken(context, principal, input.tokenId);
    return null;
  });
}
