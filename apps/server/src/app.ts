/** The HTTP app: everything that is served, without a port. */
import type { Server as HttpsServer, ServerOptions } from 'node:https';
import rateLimit from '@fastify/rate-limit';
import fastify, { type FastifyInstance, LogController } from 'fastify';
import type { Context } from './context';
import { registerAddressBook } from './features/address-book';
import { registerCompanies } from './features/companies';
import { registerContacts } from './features/contacts';
import { registerPictures } from './features/pictures';
import { registerSession } from './features/session';
import { ApiError } from './http/api-error';
import { acceptBodies } from './http/bodies';
import { handleFailures, refuseOtherMethods, sendError } from './http/failures';
import { flagConstraint } from './http/flags';
import { sendSecurityHeaders } from './http/security-headers';

export interface AppOptions {
  /** Key and certificate: the app then speaks HTTPS. */
  readonly https?: ServerOptions;
}

/** @returns the app, ready to listen or to be asked by `inject` */
export async function buildApp(context: Context, options: AppOptions = {}): Promise<FastifyInstance> {
  const app = createServer(context, options);
  await sendSecurityHeaders(app, context.settings.publicUrl?.startsWith('https:') ?? false);
  await app.register(rateLimit, {
    global: false,
    addHeadersOnExceeding: {},
    errorResponseBuilder: (_, { ttl }) => new ApiError('tooManyTries', undefined, { retryAfterSeconds: ttl / 1000 }),
  });
  acceptBodies(app);
  handleFailures(app);
  registerSession(app, context);
  registerContacts(app, context);
  registerCompanies(app, context);
  registerAddressBook(app, context);
  registerPictures(app, context);
  refuseOtherMethods(app);
  app.setNotFoundHandler((request, reply) => sendError(request, reply, new ApiError('notFound')));
  await app.ready();
  return app;
}

function createServer(context: Context, { https }: AppOptions): FastifyInstance {
  const shared = {
    loggerInstance: context.log,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => context.random.id(),
    // A proxy on this machine may say whom it speaks for; nobody else may.
    trustProxy: 'loopback',
    return503OnClosing: false,
    routerOptions: { constraints: { flag: flagConstraint }, maxParamLength: 200 },
  } as const;
  return https ? (fastify<HttpsServer>({ ...shared, https }) as FastifyInstance) : fastify(shared);
}
