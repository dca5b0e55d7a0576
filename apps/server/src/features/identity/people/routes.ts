import * as contracts from '@earth/contracts';
import type { FastifyInstance } from 'fastify';
import type { Context } from '../../../context';
import { languageOf } from '../../../http/language';
import { route } from '../../../http/route';
import { importPeople } from './import/service';
import * as people from './service';

export function registerPeople(app: FastifyInstance, context: Context): void {
  route(app, context, contracts.listPeople, ({ input, principal }) => people.listPeople(context, principal, input));
  route(app, context, contracts.getPerson, ({ input, principal }) =>
    people.getPerson(context, principal, input.personId),
  );
  route(app, context, contracts.changePerson, ({ input, principal }) => people.changePerson(context, principal, input));
  route(app, context, contracts.endPersonDevices, ({ input, principal }) =>
    people.endPersonDevices(context, principal, input),
  );
  route(app, context, contracts.importPeople, ({ input, principal }) => importPeople(context, principal, input));
  route(app, context, contracts.exportPerson, ({ input, principal }) =>
    people.exportPerson(context, principal, input.personId),
  );
  route(app, context, contracts.deletePerson, async ({ input, principal, request }) => {
    const language = languageOf(request.headers['accept-language']);
    await people.deletePerson(context, principal, { personId: input.personId, language });
    return null;
  });
}
