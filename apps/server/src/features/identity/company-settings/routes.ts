import * as contracts from '@earth/contracts';
import type { FastifyInstance } from 'fastify';
import type { Context } from '../../../context';
import { route } from '../../../http/route';
import * as settings from './service';

export function registerCompanySettings(app: FastifyInstance, context: Context): void {
  route(app, context, contracts.getCompanySettings, ({ principal }) => settings.getSettings(context, principal));
  route(app, context, contracts.changeCompany, ({ principal, input }) =>
    settings.changeCompany(context, principal, input),
  );
  route(app, context, contracts.createProduct, ({ principal, input }) =>
    settings.createProduct(context, principal, input),
  );
  route(app, context, contracts.changeProduct, ({ principal, input }) =>
    settings.changeProduct(context, principal, input),
  );
  route(app, context, contracts.deleteProduct, ({ principal, input }) =>
    settings.deleteProduct(context, principal, input),
  );
  route(app, context, contracts.createBrand, ({ principal, input }) => settings.createBrand(context, principal, input));
  route(app, context, contracts.changeBrand, ({ principal, input }) => settings.changeBrand(context, principal, input));
  route(app, context, contracts.deleteBrand, ({ principal, input }) => settings.deleteBrand(context, principal, input));
  route(app, context, contracts.createSkin, ({ principal, input }) => settings.createSkin(context, principal, input));
  route(app, context, contracts.changeSkin, ({ principal, input }) => settings.changeSkin(context, principal, input));
  route(app, context, contracts.deleteSkin, ({ principal, input }) => settings.deleteSkin(context, principal, input));
}
