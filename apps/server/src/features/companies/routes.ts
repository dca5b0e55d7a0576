import * as contracts from '@earth/contracts';
import type { FastifyInstance } from 'fastify';
import type { Context } from '../../context';
import { publicRoute, route } from '../../http/route';
import { companiesOfPerson, listProducts } from './store';

export function registerCompanies(app: FastifyInstance, context: Context): void {
  const { db, brand } = context;
  route(app, context, contracts.listCompanies, ({ who }) => companiesOfPerson(db, who.contactId));
  publicRoute(app, context, contracts.listProducts, ({ who }) => listProducts(db, who?.companyId));
  publicRoute(app, context, contracts.getAppCompany, () => ({
    code: brand.code,
    name: brand.name,
    logoUrl: brand.logoUrl,
    primaryColor: brand.colors.brand,
  }));
}
