import * as contracts from '@earth/contracts';
import type { FastifyInstance } from 'fastify';
import type { Context } from '../../../context';
import { route } from '../../../http/route';
import { noteAbout, writeNote } from './notes';
import { helpersOf } from './presence';
import { chooseAvailability, choosePhone, detailsFor, findColleague, ping, profileOf } from './service';

export function registerContacts(app: FastifyInstance, context: Context): void {
  route(app, context, contracts.getProfile, ({ principal }) => profileOf(context, principal));
  route(app, context, contracts.setAvailability, ({ principal, input }) =>
    chooseAvailability(context, principal, input.availability),
  );
  route(app, context, contracts.setPhone, ({ principal, input }) => choosePhone(context, principal, input.phone));
  route(app, context, contracts.getContactDetails, ({ principal, input }) => detailsFor(context, principal, input.id));
  route(app, context, contracts.getContactNote, ({ principal, input }) => noteAbout(context, principal, input.id));
  route(app, context, contracts.setContactNote, ({ principal, input }) => writeNote(context, principal, input));
  route(app, context, contracts.findContact, ({ principal, input }) => findColleague(context, principal, input.email));
  route(app, context, contracts.listHelpers, async ({ principal }) =>
    contracts.nearestHelpers(await helpersOf(context, principal)),
  );
  route(app, context, contracts.ping, async ({ principal }) => {
    await ping(context, principal);
    return null;
  });
}
