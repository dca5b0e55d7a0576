import * as contracts from '@earth/contracts';
import type { FastifyInstance } from 'fastify';
import type { Context } from '../../../../context';
import { companyRoute, publicRoute } from '../../../../http/route';
import { registerSceneEditing } from '../scene-editing/routes';
import type { Lists } from '../service';
import { indexOf, viewFileOf } from './indexes';
import * as keypoints from './keypoints';
import * as modelViews from './model-views';
import * as models from './models';
import * as processing from './processing';
import { createViewProcessor } from './processor';
import * as scenes from './scenes';

export function registerDiscover(app: FastifyInstance, context: Context, lists: Lists): void {
  registerScenes(app, context);
  registerModels(app, context, lists);
  registerProcessing(app, context);
  registerViews(app, context);
  registerKeypoints(app, context);
}

function registerScenes(app: FastifyInstance, context: Context): void {
  publicRoute(app, context, contracts.getScene, ({ input, principal }) => scenes.getScene(context, principal, input));
  publicRoute(app, context, contracts.listTriggers, ({ input, principal }) =>
    scenes.listTriggers(context, principal, input),
  );
  publicRoute(app, context, contracts.listMarkers, ({ input, principal }) =>
    scenes.listMarkers(context, principal, input.place),
  );
  publicRoute(app, context, contracts.getMarkerIndex, ({ input, principal }) =>
    indexOf(context, principal, { markersOf: scenes.markersAt(input.place) }),
  );
}

function registerModels(app: FastifyInstance, context: Context, lists: Lists): void {
  publicRoute(app, context, contracts.listModels, ({ input, principal }) =>
    models.listModels(context, lists, principal, input),
  );
  publicRoute(app, context, contracts.getModel, ({ input, principal }) => models.getModel(context, principal, input));
  publicRoute(app, context, contracts.getModelIndex, async ({ input, principal }) => {
    await models.requireSeen(context, principal, input.id);
    return await indexOf(context, principal, { modelId: input.id });
  });
  publicRoute(app, context, contracts.listModelKeypoints, ({ input, principal }) =>
    models.listModelKeypoints(context, principal, input),
  );
}

function registerProcessing(app: FastifyInstance, context: Context): void {
  const processor = createViewProcessor(context);
  // After the start: nobody waits for it.
  app.addHook('onListen', async () => processor.start());
  app.addHook('preClose', () => processor.stop());
  companyRoute(app, context, contracts.processModel, ({ input: { id }, principal, reply }) =>
    processing.processModel(context, processor, { principal, id, isAwaited: () => !reply.raw.destroyed }),
  );
  companyRoute(app, context, contracts.cancelProcessing, async ({ input, principal }) => {
    await processing.cancelProcessing(context, principal, input.id);
    return null;
  });
  registerSceneEditing(app, context, processor);
}

function registerViews(app: FastifyInstance, context: Context): void {
  publicRoute(app, context, contracts.getViewFile, ({ input }) => viewFileOf(context, input.digest));
  publicRoute(app, context, contracts.listModelViews, ({ input, principal }) =>
    modelViews.listModelViews(context, principal, input.m),
  );
  publicRoute(app, context, contracts.getViewImage, ({ input, principal }) =>
    modelViews.getViewImage(context, principal, input.id),
  );
  publicRoute(app, context, contracts.getViewLayer, ({ input, principal }) =>
    modelViews.getViewLayer(context, principal, input.id),
  );
  companyRoute(app, context, contracts.addModelView, ({ input, principal }) =>
    modelViews.addModelView(context, principal, input),
  );
  companyRoute(app, context, contracts.maskModelView, ({ input, principal }) =>
    modelViews.maskModelView(context, principal, input),
  );
  companyRoute(app, context, contracts.deleteModelView, async ({ input, principal }) => {
    await modelViews.deleteModelView(context, principal, input.id);
    return null;
  });
}

function registerKeypoints(app: FastifyInstance, context: Context): void {
  publicRoute(app, context, contracts.listKeypoints, ({ input, principal }) =>
    keypoints.listKeypoints(context, principal, input.mvId),
  );
  publicRoute(app, context, contracts.getKeypoint, ({ input, principal }) =>
    keypoints.getKeypoint(context, principal, input),
  );
  companyRoute(app, context, contracts.saveKeypoint, ({ input, principal }) =>
    keypoints.saveKeypoint(context, principal, input),
  );
  companyRoute(app, context, contracts.deleteKeypoint, async ({ input, principal }) => {
    await keypoints.deleteKeypoint(context, principal, input);
    return null;
  });
}
