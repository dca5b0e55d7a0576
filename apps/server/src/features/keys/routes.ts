import * as contracts from '@earth/contracts';
import type { FastifyInstance } from 'fastify';
import type { Context } from '../../context';
import { route } from '../../http/route';
import {
  changeVault,
  companyKeysOf,
  forgetKnown,
  knownOf,
  ownKeysOf,
  protect,
  requireKeys,
  saveKnown,
} from './service';

export function registerKeys(app: FastifyInstance, context: Context): void {
  route(app, context, contracts.getKeys, ({ who }) => ownKeysOf(context, who));
  route(app, context, contracts.protectKeys, ({ who, input }) => protect(context, who, input));
  route(app, context, contracts.changeKeyVault, async ({ who, input }) => {
    await changeVault(context, who, input);
    return null;
  });
  route(app, context, contracts.getKnownKeys, ({ who }) => knownOf(context, who));
  route(app, context, contracts.saveKnownKeys, ({ who, input }) => saveKnown(context, who, input));
  route(app, context, contracts.forgetKnownKeys, async ({ who }) => {
    await forgetKnown(context, who);
    return null;
  });
  route(app, context, contracts.getCompanyKeys, ({ who, input }) => companyKeysOf(context, who, input.id));
  route(app, context, contracts.requireCompanyKeys, ({ who, input }) => requireKeys(context, who, input));
}
