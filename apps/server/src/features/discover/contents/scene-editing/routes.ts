import * as contracts from '@earth/contracts';
import type { FastifyInstance } from 'fastify';
import type { Context } from '../../../../context';
import { companyRoute } from '../../../../http/route';
import type { ViewProcessor } from '../discover/processor';
import * as scenes from './service';

export function registerSceneEditing(app: FastifyInstance, context: Context, processor: ViewProcessor): void {
  companyRoute(app, context, contracts.getEditableScene, ({ input, principal }) =>
    scenes.getEditableScene(context, principal, input.contentId),
  );
  companyRoute(app, context, contracts.saveSceneItems, ({ input, principal }) =>
    scenes.saveSceneItems(context, principal, input),
  );
  companyRoute(app, context, contracts.saveSceneBeacons, ({ input, principal }) =>
    scenes.saveSceneBeacons(context, principal, input),
  );
  companyRoute(app, context, contracts.addSceneMarker, ({ input, principal }) =>
    scenes.addSceneMarker(context, principal, input),
  );
  companyRoute(app, context, contracts.deleteSceneMarker, ({ input, principal }) =>
    scenes.deleteSceneMarker(context, principal, input),
  );
  companyRoute(app, context, contracts.processScene, ({ input: { contentId }, principal, reply }) =>
    scenes.processScene(context, processor, { principal, contentId, isAwaited: () => !reply.raw.destroyed }),
  );
}
