/** The web app, its brand, and what it must know before anything else. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import { clientConfig, encode } from '@earth/contracts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { places } from '../../config/places';
import type { Context } from '../../context';
import { ApiError } from '../../http/api-error';
import { sendError } from '../../http/failures';
import { contentPolicy } from '../../http/security-headers';

const HOUR_SECONDS = 3600;
/** What is no page of the web app, whatever the path goes on with. */
const NOT_A_PAGE = /^\/(services|api|storage|realtime|docs|dev|brand|pictures|media|assets)(\/|$)|\.[a-z0-9]+$/i;

type Needs = Pick<Context, 'settings' | 'secrets' | 'brand' | 'random' | 'vapidPublicKey'>;

/** @param pages the folder of the built web app; without one, the server serves its API alone */
export async function registerWeb(app: FastifyInstance, context: Needs, pages: string = places.web): Promise<void> {
  registerConfig(app, context);
  await app.register(fastifyStatic, {
    root: context.brand.folder,
    prefix: '/brand/',
    index: false,
    dotfiles: 'ignore',
    maxAge: HOUR_SECONDS * 1000,
  });
  if (existsSync(join(pages, 'index.html'))) await registerPages(app, context, pages);
  else app.setNotFoundHandler((request, reply) => sendError(request, reply, new ApiError('notFound')));
}

function registerConfig(app: FastifyInstance, { settings, secrets, brand, vapidPublicKey }: Needs): void {
  const config = encode(clientConfig, {
    apiKey: secrets.apiKey,
    appCode: brand.code,
    callsEnabled: settings.callsEnabled,
    callTimeoutSeconds: settings.callTimeoutSeconds,
    codeResendSeconds: settings.codeResendSeconds,
    cryptoSchema: settings.cryptoSchema,
    fieldUsersDraw: settings.fieldUsersDraw,
    maxFileBytes: settings.maxFileBytes,
    maxUsersInCall: settings.maxUsersInCall,
    vapidPublicKey,
    messagesPerPage: settings.messagesPerPage,
    brand,
  });
  app.get('/config.json', async (_, reply) => reply.header('cache-control', 'no-cache').send(config));
}

async function registerPages(app: FastifyInstance, { random }: Needs, folder: string): Promise<void> {
  const html = readFileSync(join(folder, 'index.html'), 'utf8');

  /** Every address of the web app is this one page: its own router knows which. */
  const sendPage = (reply: FastifyReply) => {
    const nonce = random.bytes(16).toString('base64');
    return reply
      .type('text/html; charset=utf-8')
      .header('cache-control', 'no-cache')
      .header('content-security-policy', contentPolicy(nonce))
      .send(html.replaceAll('__NONCE__', nonce));
  };

  await app.register(fastifyStatic, {
    root: folder,
    decorateReply: false,
    // Each file becomes a route: what is no file is left to the handler below.
    wildcard: false,
    globIgnore: ['**/index.html', '**/*.br', '**/*.gz', '**/.*'],
    index: false,
    preCompressed: true,
    cacheControl: false,
    setHeaders: (reply, path) => {
      // The names under assets/ carry a hash of what is in them.
      const isHashed = path.startsWith(join(folder, 'assets'));
      reply.setHeader('cache-control', isHashed ? 'public, max-age=31536000, immutable' : 'no-cache');
    },
  });
  app.get('/', (_, reply) => sendPage(reply));
  app.setNotFoundHandler((request, reply) =>
    isPage(request) ? sendPage(reply) : sendError(request, reply, new ApiError('notFound')),
  );
}

const isPage = ({ method, url }: FastifyRequest): boolean =>
  (method === 'GET' || method === 'HEAD') && !NOT_A_PAGE.test(url.split('?', 1)[0] ?? '');
