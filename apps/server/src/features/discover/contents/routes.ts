import * as contracts from '@earth/contracts';
import type { FastifyInstance } from 'fastify';
import type { Context } from '../../../context';
import { companyRoute, publicRoute, route } from '../../../http/route';
import { registerBackOffice } from './back-office/routes';
import { registerDiscover } from './discover/routes';
import { getEditableContent, listBrandsAndSkins, reportEditing, reportPartEditing } from './editing/service';
import { getMenu } from './menu';
import { registerMedia } from './media-routes';
import { registerMenuEditing } from './menu-editing/routes';
import { registerRecognition } from './recognition/routes';
import * as contents from './service';
import { changeContent, createContent, deleteContent } from './writing';

const { scene } = contracts.ContentView;

export function registerContents(app: FastifyInstance, context: Context): void {
  const lists = contents.createLists();
  publicRoute(app, context, contracts.listContents, ({ input, principal }) =>
    contents.listContents(context, lists, principal, input),
  );
  publicRoute(app, context, contracts.findContents, ({ input, principal }) =>
    contents.listContents(context, lists, principal, input),
  );
  publicRoute(app, context, contracts.getContent, ({ input, principal }) =>
    contents.getContent(context, principal, input),
  );
  publicRoute(app, context, contracts.listScenes, ({ input, principal }) =>
    contents.listContents(context, lists, principal, { ...input, v: [scene] }),
  );
  publicRoute(app, context, contracts.getMenu, ({ input, principal }) => getMenu(context, principal, input.l));
  companyRoute(app, context, contracts.createContent, ({ input, principal }) =>
    createContent(context, principal, input),
  );
  companyRoute(app, context, contracts.changeContent, ({ input, principal }) =>
    changeContent(context, principal, input),
  );
  companyRoute(app, context, contracts.deleteContent, async ({ input, principal }) => {
    await deleteContent(context, principal, input.contentId);
    return null;
  });
  companyRoute(app, context, contracts.getEditableContent, ({ input, principal }) =>
    getEditableContent(context, principal, input.contentId),
  );
  companyRoute(app, context, contracts.listBrandsAndSkins, ({ principal }) => listBrandsAndSkins(context, principal));
  route(app, context, contracts.reportEditing, ({ input, principal }) => reportEditing(context, principal, input));
  route(app, context, contracts.reportPartEditing, ({ input, principal }) =>
    reportPartEditing(context, principal, input),
  );
  registerDiscover(app, context, lists);
  registerRecognition(app, context);
  registerMenuEditing(app, context);
  registerBackOffice(app, context);
  registerMedia(app, context);
}
