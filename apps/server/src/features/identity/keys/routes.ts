import * as contracts from '@earth/contracts';
import type { FastifyInstance } from 'fastify';
import type { Context } from '../../../context';
import { route } from '../../../http/route';
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
  route(app, context, contracts.getKeys, ({ principal }) => ownKeysOf(context, principal));
  route(app, context, contracts.protectKeys, ({ principal, input }) => protect(context, principal, input));
  route(app, context, contracts.changeKeyVault, async ({ principal, input }) => {
    await changeVault(context, principal, input);
    return null;
  });
  route(app, context, contracts.getKnownKeys, ({ principal }) => knownOf(context, principal));
  route(app, context, contracts.saveKnownKeys, ({ principal, input }) => saveKnown(context, principal, input));
  route(app, context, contracts.forgetKnownKeys, async ({ principal }) => {
    await forgetKnown(context, principal);
    return null;
  });
  route(app, context, contracts.getCompanyKeys, ({ principal, input }) => companyKeysOf(context, principal, input.id));
  route(app, context, contracts.requireCompanyKeys, ({ principal, input }) => requireKeys(context, principal, input));
}
