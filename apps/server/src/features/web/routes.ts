/** The web app, its brand, and what it must know before anything else. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import { clientConfig, contentId, decode, encode } from '@earth/contracts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { places } from '../../config/places';
import type { Context } from '../../context';
import { ApiError } from '../../http/api-error';
import { sendError } from '../../http/failures';
import { languageOf } from '../../http/language';
import { contentPolicy, mapOriginsOf } from '../../http/security-headers';
import { findPublicContent } from '../contents';
import { registerInstall } from './install';
import { headOf, previewOf } from './preview';

const HOUR_SECONDS = 3600;
/** What is no page of the web app, whatever the path goes on with. */
const NOT_A_PAGE =
  /^\/(services|api|storage|realtime|docs|dev|brand|icons|pictures|maps|media|assets)(\/|$)|\.[a-z0-9]+$/i;
/** The addresses of a content: both are the same page. */
const CONTENT_PAGES = ['/content-detail/:contentId', '/requested-content-detail/:contentId'];
const TITLE = /<title>[^<]*<\/title>/;

/** @param pages the folder of the built web app; without one, the server serves its API alone */
export async function registerWeb(app: FastifyInstance, context: Context, pages: string = places.web): Promise<void> {
  registerConfig(app, context);
  registerInstall(app, context);
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

function registerConfig(app: FastifyInstance, { settings, secrets, brand, vapidPublicKey }: Context): void {
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
    logKey: secrets.logKeys.publicKey,
    vapidPublicKey,
    messagesPerPage: settings.messagesPerPage,
    mapStyleUrl: settings.mapStyleUrl ?? null,
    brand,
  });
  app.get('/config.json', async (_, reply) => reply.header('cache-control', 'no-cache').send(config));
}

async function registerPages(app: FastifyInstance, context: Context, folder: string): Promise<void> {
  const origins = mapOriginsOf(context.settings);
  const html = readFileSync(join(folder, 'index.html'), 'utf8');

  /**
   * Every address of the web app is this one page: its own router knows which.
   * @param head what stands in place of its title. It may be somebody's text: nothing in it is replaced any more
   */
  const sendPage = ({ headers }: FastifyRequest, reply: FastifyReply, preview: string | null = null) => {
    const head = preview ?? headOf(context.brand, languageOf(headers['accept-language']));
    const nonce = context.random.bytes(16).toString('base64');
    const page = html.replaceAll('__NONCE__', nonce);
    return reply
      .type('text/html; charset=utf-8')
      .header('cache-control', 'no-cache')
      .header('content-security-policy', contentPolicy({ nonce, origins }))
      .header('vary', 'accept-language')
      .send(page.replace(TITLE, () => head));
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
  app.get('/', (request, reply) => sendPage(request, reply));
  // Discover 2: another name of the root.
  app.get('/index.html', (request, reply) => reply.redirect(request.url.replace(/^[^?]*/, '/'), 301));
  for (const path of CONTENT_PAGES)
    app.get(path, async (request, reply) => sendPage(request, reply, await readPreview(context, request)));
  app.setNotFoundHandler((request, reply) =>
    isPage(request) ? sendPage(request, reply) : sendError(request, reply, new ApiError('notFound')),
  );
}

const isPage = ({ method, url }: FastifyRequest): boolean =>
  (method === 'GET' || method === 'HEAD') && !NOT_A_PAGE.test(url.split('?', 1)[0] ?? '');

/** What a page says of the content in its address, in the reader's language. Null: nothing that is for everybody. */
async function readPreview(context: Context, request: FastifyRequest): Promise<string | null> {
  const { settings, brand } = context;
  const id = decode(contentId, (request.params as { readonly contentId: string }).contentId, 'text');
  if (!id.success || brand.loginRequired) return null;
  try {
    const item = await findPublicContent(context, id.data, languageOf(request.headers['accept-language']));
    const origin = settings.publicUrl ?? `${request.protocol}://${request.host}`;
    return item && previewOf(item, { origin, title: brand.title });
  } catch (error) {
    // The page itself needs no database, and says what it can do without one.
    request.log.warn(error, 'No preview of a content');
    return null;
  }
}
