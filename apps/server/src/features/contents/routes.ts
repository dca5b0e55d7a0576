import * as contracts from '@earth/contracts';
import type { FastifyInstance } from 'fastify';
import type { Context } from '../../context';
import { publicRoute, route } from '../../http/route';
import * as discover from './discover';
import { getMenu } from './menu';
import { registerMedia } from './media-routes';
import * as contents from './service';
import { changeContent, createContent, deleteContent } from './writing';

const { scene } = contracts.ContentView;

export function registerContents(app: FastifyInstance, context: Context): void {
  const lists = contents.createLists();
  publicRoute(app, context, contracts.listContents, ({ input, who }) =>
    contents.listContents(context, lists, who, input),
  );
  publicRoute(app, context, contracts.findContents, ({ input, who }) =>
    contents.listContents(context, lists, who, input),
  );
  publicRoute(app, context, contracts.getContent, ({ input, who }) => contents.getContent(context, who, input));
  publicRoute(app, context, contracts.listScenes, ({ input, who }) =>
    contents.listContents(context, lists, who, { ...input, v: [scene] }),
  );
  publicRoute(app, context, contracts.getMenu, ({ input, who }) => getMenu(context, who, input.l));
  publicRoute(app, context, contracts.listTriggers, ({ input, who }) => discover.listTriggers(context, who, input));
  publicRoute(app, context, contracts.listMarkers, ({ input, who }) => discover.listMarkers(context, who, input.place));
  publicRoute(app, context, contracts.listModels, ({ input, who }) => discover.listModels(context, lists, who, input));
  publicRoute(app, context, contracts.getModel, ({ input, who }) => discover.getModel(context, who, input));
  route(app, context, contracts.processModel, ({ input, who }) => discover.processModel(context, who, input.id));
  publicRoute(app, context, contracts.getScene, ({ input, who }) => contents.getContent(context, who, input, scene));
  route(app, context, contracts.createContent, ({ input, who }) => createContent(context, who, input));
  route(app, context, contracts.changeContent, ({ input, who }) => changeContent(context, who, input));
  route(app, context, contracts.deleteContent, async ({ input, who }) => {
    await deleteContent(context, who, input.contentId);
    return null;
  });
  registerMedia(app, context);
}
