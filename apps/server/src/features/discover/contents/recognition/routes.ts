import * as contracts from '@earth/contracts';
import type { FastifyInstance } from 'fastify';
import type { Context } from '../../../../context';
import { publicRoute, route } from '../../../../http/route';
import { copyProducts } from './copying';
import { createCatalogueBuilder } from './builder';
import { createBuiltIndexes } from './built-indexes';
import * as catalogues from './catalogues';
import * as managing from './managing';
import { listFeedback, sendFeedback } from './photographs';
import { createSeenProducts, predict } from './predict';
import { createPhotographRecognizer } from './recognizer';

export function registerRecognition(app: FastifyInstance, context: Context): void {
  const builder = createCatalogueBuilder(context);
  const recognizer = createPhotographRecognizer(context);
  const predictContext = { ...context, recognizer, seenProducts: createSeenProducts() };
  const indexContext = { ...context, recognizer, builtIndexes: createBuiltIndexes() };
  // After the start: nobody waits for it.
  app.addHook('onListen', async () => {
    builder.start();
    recognizer.start().catch((error: unknown) => context.log.error({ err: error }, 'Catalogues could not be loaded'));
  });
  app.addHook('preClose', async () => {
    await Promise.all([builder.stop(), recognizer.stop()]);
  });
  publicRoute(app, context, contracts.predict, ({ input, principal }) => predict(predictContext, principal, input));
  publicRoute(app, context, contracts.getCatalogue, ({ input, principal }) =>
    catalogues.getCatalogue(context, principal, input),
  );
  publicRoute(app, context, contracts.getCatalogueIndex, ({ input, principal }) =>
    catalogues.indexOf(indexContext, principal, input),
  );
  publicRoute(app, context, contracts.listCatalogueProducts, ({ input, principal }) =>
    catalogues.listCatalogueProducts(context, principal, input),
  );
  publicRoute(app, context, contracts.sendRecognitionFeedback, async ({ input, principal }) => {
    await sendFeedback(context, recognizer, principal, input);
    return null;
  });
  route(app, context, contracts.listOwnCatalogues, ({ input, principal }) =>
    managing.listCatalogues(context, principal, input.l),
  );
  route(app, context, contracts.saveCatalogue, async ({ input, principal }) => {
    await managing.saveCatalogue(context, principal, input);
    return null;
  });
  route(app, context, contracts.copyProducts, ({ input, principal }) => copyProducts(context, principal, input));
  route(app, context, contracts.endCatalogue, async ({ input, principal }) => {
    await managing.endCatalogue(context, principal, input.categoryId);
    return null;
  });
  route(app, context, contracts.forgetPhotographs, async ({ input, principal }) => {
    await managing.forgetPhotographs(context, principal, input.categoryId);
    return null;
  });
  route(app, context, contracts.listRecognitionFeedback, ({ input, principal }) =>
    listFeedback(context, principal, input),
  );
}
