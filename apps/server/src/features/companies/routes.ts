import * as contracts from '@earth/contracts';
import type { FastifyInstance } from 'fastify';
import type { Context } from '../../context';
import { publicRoute, route } from '../../http/route';
import { changeUnavailableAudio, registerAudio, takeUnavailableAudioAway } from './audio';
import { companiesOfPerson, listProducts } from './store';

export function registerCompanies(app: FastifyInstance, context: Context): void {
  const { db, brand } = context;
  route(app, context, contracts.listCompanies, ({ who }) => companiesOfPerson(db, who.contactId));
  route(app, context, contracts.setUnavailableAudio, ({ who, input }) => changeUnavailableAudio(context, who, input));
  route(app, context, contracts.removeUnavailableAudio, ({ who, input }) =>
    takeUnavailableAudioAway(context, who, input.id),
  );
  registerAudio(app, context);
  publicRoute(app, context, contracts.listProducts, ({ who }) => listProducts(db, who?.companyId));
  publicRoute(app, context, contracts.getAppCompany, () => ({
    code: brand.code,
    name: brand.name,
    logoUrl: brand.logoUrl,
    primaryColor: brand.colors.brand,
  }));
}
