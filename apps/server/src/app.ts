/** The HTTP app: all routes, without a port. */
import { randomUUID } from 'node:crypto';
import type { Server as HttpsServer, ServerOptions } from 'node:https';
import rateLimit from '@fastify/rate-limit';
import fastify, { type FastifyInstance } from 'fastify';
import { isServedLocally } from './config/local';
import type { Context, FeatureParts } from './context';
import { registerAssets } from './features/assets';
import { registerAddressBook } from './features/identity/address-book';
import { registerCalls } from './features/assist/calls';
import { registerCompanies } from './features/identity/companies';
import { registerCompanySettings } from './features/identity/company-settings';
import { registerContacts } from './features/identity/contacts';
import { registerContents } from './features/discover/contents';
import { registerDirectory } from './features/identity/directory';
import { registerHealth, registerHealthPage } from './features/operations/health';
import { registerInvitations } from './features/identity/invitations';
import { registerKeys } from './features/identity/keys';
import { registerProfilePictures } from './features/identity/profile-pictures';
import { registerLeads } from './features/discover/leads';
import { registerNotices } from './features/discover/notices';
import { createLimits } from './features/operations/limits';
import { registerLogs } from './features/operations/logs';
import { registerOutbox } from './features/operations/outbox';
import { registerPeople } from './features/identity/people';
import { registerPush } from './features/assist/push';
import { createPresence, createSharedPages, registerRealtime } from './features/assist/realtime';
import { registerRooms } from './features/assist/rooms';
import { createAccess, registerSession } from './features/identity/sessions';
import { createApiTokens, registerTokens } from './features/identity/tokens';
import { registerSingleSignOn } from './features/identity/single-sign-on';
import { registerSite } from './features/operations/site';
import { registerStatistics } from './features/discover/statistics';
import { registerPurchases } from './features/operations/purchases';
import { registerUsage } from './features/operations/usage';
import { registerWebhooks } from './features/operations/webhooks';
import { registerWeb } from './features/operations/web';
import { acceptBodies } from './http/bodies';
import { offerCompression } from './http/compression';
import { serveDocs } from './http/docs';
import { answerFailure, refuseBrokenRequest, refuseOtherMethods, refuseWhileStopping } from './http/failures';
import { flagConstraint } from './http/flags';
import { enforcePace, longestRequest } from './http/pace';
import { RequestLog } from './http/request-log';
import { sendSecurityHeaders } from './http/security-headers';
import { allowShell } from './http/shell-origins';
import { traceRequests } from './http/trace-requests';

/** What the context has of features, which it does not import. */
export const featureParts: FeatureParts = {
  createAccess,
  createApiTokens,
  createLimits,
  createPresence,
  createSharedPages,
};

export interface AppOptions {
  /** Key and certificate: the app then speaks HTTPS. */
  readonly https?: ServerOptions;
}

/** @returns the app, ready to listen or for requests by `inject` */
export async function buildApp(context: Context, options: AppOptions = {}): Promise<FastifyInstance> {
  const app = createServer(context, options);
  traceRequests(app, context);
  const stopPace = enforcePace(app.server, context.clock, refuseBrokenRequest);
  app.addHook('onClose', async () => stopPace());
  await sendSecurityHeaders(app, context.settings);
  allowShell(app);
  await offerCompression(app);
  await app.register(rateLimit, { global: false, addHeadersOnExceeding: {} });
  app.addHook('onReady', async () => context.limits.start());
  app.addHook('onClose', () => context.limits.stop());
  await registerRealtime(app, context);
  registerHealth(app, context);
  acceptBodies(app);
  app.setErrorHandler(answerFailure);
  refuseWhileStopping(app);
  registerSession(app, context);
  registerContacts(app, context);
  registerKeys(app, context);
  registerProfilePictures(app, context);
  registerCompanies(app, context);
  registerCompanySettings(app, context);
  registerSingleSignOn(app, context);
  registerSite(app, context);
  registerAddressBook(app, context);
  registerInvitations(app, context);
  registerPeople(app, context);
  registerTokens(app, context);
  registerDirectory(app, context);
  registerCalls(app, context);
  registerRooms(app, context);
  registerContents(app, context);
  registerLeads(app, context);
  registerNotices(app, context);
  registerLogs(app, context);
  registerStatistics(app, context);
  registerPush(app, context);
  registerAssets(app, context);
  registerOutbox(app, context);
  registerHealthPage(app, context);
  registerUsage(app, context);
  registerPurchases(app, context);
  registerWebhooks(app, context);
  refuseOtherMethods(app);
  if (context.settings.docsOpen ?? isServedLocally(context.settings)) await serveDocs(app, context.brand.name);
  await registerWeb(app, context);
  await app.ready();
  return app;
}

function createServer(context: Context, { https }: AppOptions): FastifyInstance {
  const shared = {
    loggerInstance: context.log,
    logController: new RequestLog(),
    genReqId: () => randomUUID(),
    // Only these proxies may set the client's address.
    trustProxy: context.settings.trustedProxies.join(','),
    return503OnClosing: false,
    // Long enough for the largest file over a poor line; a client that only holds a connection is refused much sooner.
    requestTimeout: longestRequest(context.settings.maxFileBytes),
    frameworkErrors: answerFailure,
    clientErrorHandler: refuseBrokenRequest,
    routerOptions: { constraints: { flag: flagConstraint }, maxParamLength: 200 },
  } as const;
  return https ? fastify<HttpsServer>({ ...shared, https }) : fastify(shared);
}
