import * as contracts from '@earth/contracts';
import type { FastifyInstance } from 'fastify';
import type { Context } from '../../../context';
import { publicRoute, route } from '../../../http/route';
import { readSite } from './reading';
import * as site from './service';
import * as terms from './terms';

export function registerSite(app: FastifyInstance, context: Context): void {
  publicRoute(app, context, contracts.getAppCompany, async () => {
    const { brand } = await readSite(context);
    return { code: brand.code, name: brand.name, logoUrl: brand.logoUrl, primaryColor: brand.colors.brand };
  });
  route(app, context, contracts.getSite, ({ principal }) => site.getSite(context, principal));
  route(app, context, contracts.changeSite, ({ principal, input }) => site.changeSite(context, principal, input));
  route(app, context, contracts.getSiteTerms, ({ principal }) => terms.getSiteTerms(context, principal));
  route(app, context, contracts.publishTerms, ({ principal, input }) => terms.publishTerms(context, principal, input));
  route(app, context, contracts.listAcceptances, ({ principal, input }) =>
    terms.listAcceptances(context, principal, input),
  );
  route(app, context, contracts.getOwnTerms, ({ principal }) => terms.getOwnTerms(context, principal));
  route(app, context, contracts.acceptTerms, async ({ principal, input }) => {
    await terms.acceptTerms(context, principal, input);
    return null;
  });
}
