import * as contracts from '@earth/contracts';
import type { FastifyInstance } from 'fastify';
import type { Context } from '../../../../context';
import { companyRoute, route } from '../../../../http/route';
import { createPublisher } from './publisher';
import * as office from './service';

export function registerBackOffice(app: FastifyInstance, context: Context): void {
  const publisher = createPublisher(context);
  const tableCounts = office.createTableCounts();
  app.addHook('onReady', async () => publisher.start());
  app.addHook('onClose', () => publisher.stop());

  companyRoute(app, context, contracts.listContentTable, ({ input, principal }) =>
    office.listContentTable(context, tableCounts, principal, input),
  );
  companyRoute(app, context, contracts.publishContents, async ({ input, principal }) => {
    await office.publishContents(context, principal, input);
    publisher.wake();
    return null;
  });
  companyRoute(app, context, contracts.removeContents, async ({ input, principal }) => {
    await office.removeContents(context, principal, input);
    publisher.wake();
    return null;
  });
  companyRoute(app, context, contracts.bringBackContents, async ({ input, principal }) => {
    await office.bringBackContents(context, principal, input);
    return null;
  });
  companyRoute(app, context, contracts.duplicateContents, ({ input, principal }) =>
    office.duplicateContents(context, principal, input),
  );
  companyRoute(app, context, contracts.listContentHistory, ({ input, principal }) =>
    office.listContentHistory(context, principal, input.contentId),
  );
  companyRoute(app, context, contracts.restoreVersion, async ({ input, principal }) => {
    await office.restoreVersion(context, principal, input);
    return null;
  });
  route(app, context, contracts.listChanges, ({ input, principal }) => office.listChanges(context, principal, input));
}
