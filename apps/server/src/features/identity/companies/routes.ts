import * as contracts from '@earth/contracts';
import type { FastifyInstance } from 'fastify';
import type { Context } from '../../../context';
import { publicRoute, route } from '../../../http/route';
import { changeUnavailableAudio, removeUnavailableAudio } from './audio';
import { companiesOfPerson, listProducts } from './store';

export function registerCompanies(app: FastifyInstance, context: Context): void {
  const { db } = context;
  route(app, context, contracts.listCompanies, ({ principal }) => companiesOfPerson(db, principal));
  route(app, context, contracts.setUnavailableAudio, ({ principal, input }) =>
    changeUnavailableAudio(context, principal, input),
  );
  route(app, context, contracts.removeUnavailableAudio, ({ principal, input }) =>
    removeUnavailableAudio(context, principal, input.id),
  );
  publicRoute(app, context, contracts.listProducts, ({ principal }) => listProducts(db, principal?.companyId));
}
