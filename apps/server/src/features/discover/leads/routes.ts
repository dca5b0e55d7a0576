import * as contracts from '@earth/contracts';
import type { FastifyInstance } from 'fastify';
import type { Context } from '../../../context';
import { languageOf } from '../../../http/language';
import { companyRoute, publicRoute, route } from '../../../http/route';
import { createLeadSender } from './sender';
import { leadOf, leadsOf, changeState, partsFor, receiveLead } from './service';

export function registerLeads(app: FastifyInstance, context: Context): void {
  const sender = createLeadSender(context);
  app.addHook('onReady', async () => sender.start());
  app.addHook('onClose', () => sender.stop());

  publicRoute(app, context, contracts.getLeadForm, async ({ input }) => ({
    parts: await partsFor(context, input.brand),
  }));
  publicRoute(app, context, contracts.sendLead, async ({ input, request }) => {
    await receiveLead(context, input, languageOf(request.headers['accept-language']));
    sender.wake();
    return null;
  });
  companyRoute(app, context, contracts.listLeads, ({ input, principal }) => leadsOf(context, principal, input));
  companyRoute(app, context, contracts.getLead, ({ input, principal }) => leadOf(context, principal, input));
  route(app, context, contracts.changeLead, ({ input, principal }) => changeState(context, principal, input));
}
