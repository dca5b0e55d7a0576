import * as contracts from '@earth/contracts';
import type { FastifyInstance } from 'fastify';
import type { Context } from '../../../../context';
import { companyRoute } from '../../../../http/route';
import * as menu from './service';

export function registerMenuEditing(app: FastifyInstance, context: Context): void {
  companyRoute(app, context, contracts.getMenuDraft, ({ principal }) => menu.getMenuDraft(context, principal));
  companyRoute(app, context, contracts.saveMenuDraft, ({ input, principal }) =>
    menu.saveMenuDraft(context, principal, input),
  );
  companyRoute(app, context, contracts.publishMenu, ({ input, principal }) =>
    menu.publishMenu(context, principal, input.basedOn),
  );
  companyRoute(app, context, contracts.discardMenuDraft, ({ input, principal }) =>
    menu.discardMenuDraft(context, principal, input.basedOn),
  );
  companyRoute(app, context, contracts.addMenuFile, ({ input, principal }) =>
    menu.addMenuFile(context, principal, input),
  );
}
