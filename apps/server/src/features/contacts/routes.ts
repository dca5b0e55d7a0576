import * as contracts from '@earth/contracts';
import type { FastifyInstance } from 'fastify';
import type { Context } from '../../context';
import { route } from '../../http/route';
import { helpersOf } from './presence';
import { chooseAvailability, findColleague, ping, profileOf } from './service';

export function registerContacts(app: FastifyInstance, context: Context): void {
  route(app, context, contracts.getProfile, ({ who }) => profileOf(context, who));
  route(app, context, contracts.setAvailability, ({ who, input }) =>
    chooseAvailability(context, who, input.availability),
  );
  route(app, context, contracts.findContact, ({ who, input }) => findColleague(context, who, input.email));
  route(app, context, contracts.listHelpers, async ({ who }) =>
    contracts.nearestHelpers(await helpersOf(context, who)),
  );
  route(app, context, contracts.ping, async ({ who }) => {
    await ping(context, who);
    return null;
  });
}
