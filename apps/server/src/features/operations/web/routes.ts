/** Serves the web app, its brand, and its configuration. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import { brandTerms, clientConfig, encode, TERMS_PATH } from '@earth/contracts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { places } from '../../../config/places';
import type { Context } from '../../../context';
import { ApiError } from '../../../http/api-error';
import { sendError } from '../../../http/failures';
import { languageOf } from '../../../http/language';
import { contentPolicy, leaveOutDocumentHeaders, originsOf, scriptPolicy } from '../../../http/security-headers';
import { FOR_EVER } from '../../../http/send-blob';
import { readSite, readTerms } from '../site';
import { registerAppLinks } from './app-links';
import { createFirstReader } from './first-reader';
import { registerInstall } from './install';
import { createPage } from './page';
import { headOf } from './preview';

const HOUR_SECONDS = 3600;
/** The ground of the maps, in the folder of the brand. */
const GROUND = 'ground.geojson';
/** Stored beside the files that they are sent instead of. */
const COMPRESSED = ['**/*.br', '**/*.gz'];
/** Paths that are no page of the web app, however they go on. */
const NOT_A_PAGE =
  /^\/(services|api|storage|realtime|docs|dev|brand|icons|pictures|maps|media|assets|company-audio|metrics|healthz|readyz)(\/|$)|\.[a-z0-9]+$/i;
const SCRIPT = /^\/assets\/[\w.-]+\.js(\?|$)/;
/** The scripts of workers that compile WebAssembly: a worker has the policy of its own script. No page and no other worker may. */
const WASM_WORKER = /^\/assets\/[\w.-]+\.wasm-worker-[\w-]+\.js$/;

/** @param pages the folder of the built web app; without one, the server serves its API alone */
export async function registerWeb(app: FastifyInstance, context: Context, pages: string = places.web): Promise<void> {
  registerConfig(app, context);
  registerInstall(app, context);
  registerAppLinks(app, context);
  await app.register(fastifyStatic, {
    root: context.brand.folder,
    prefix: '/brand/',
    index: false,
    dotfiles: 'ignore',
    maxAge: HOUR_SECONDS * 1000,
  });
  // Many times larger than when it is compressed, unlike pictures.
  app.get(`/brand/${GROUND}`, { compress: {} }, (_, reply) => reply.sendFile(GROUND));
  if (existsSync(join(pages, 'index.html'))) await registerPages(app, context, pages);
  else app.setNotFoundHandler((request, reply) => sendError(request, reply, new ApiError('notFound')));
}

function registerConfig(app: FastifyInstance, context: Context): void {
  const { settings, secrets, vapidPublicKey } = context;
  const config = {
    apiKey: secrets.apiKey,
    appCode: context.brand.code,
    arEnabled: settings.arEnabled,
    callsEnabled: settings.callsEnabled,
    callTimeoutSeconds: settings.callTimeoutSeconds,
    codeResendSeconds: settings.codeResendSeconds,
    cryptoSchema: settings.cryptoSchema,
    fieldUsersDraw: settings.fieldUsersDraw,
    maxFileBytes: settings.maxFileBytes,
    maxUsersInCall: settings.maxUsersInCall,
    hasMediaServer: settings.livekitUrl !== undefined,
    logKey: secrets.logKeys.publicKey,
    vapidPublicKey,
    messagesPerPage: settings.messagesPerPage,
    recognition: {
      width: settings.recognitionWidth,
      height: settings.recognitionHeight,
      maxResults: settings.recognitionMaxResults,
      measuresQuality: settings.recognitionMeasuresQuality,
      debug: settings.recognitionDebug,
      resultView: settings.recognitionResultView,
    },
    mapStyleUrl: settings.mapStyleUrl ?? null,
  };
  app.get('/config.json', async (_, reply) => {
    const { brand } = await readSite(context);
    return reply.header('cache-control', 'no-cache').send(encode(clientConfig, { ...config, brand }));
  });
  // Before the files of the folder, of which this is the default.
  app.get(TERMS_PATH, async (_, reply) =>
    reply.header('cache-control', 'no-cache').send(encode(brandTerms, await readTerms(context))),
  );
}

async function registerPages(app: FastifyInstance, context: Context, folder: string): Promise<void> {
  const origins = originsOf(context.settings);
  const pageOf = createPage(folder);
  const readFirst = createFirstReader(context);

  /** Every URL of the web app is this one page: its own router handles the path. */
  const sendPage = async (request: FastifyRequest, reply: FastifyReply) => {
    const language = languageOf(request.headers['accept-language']);
    const nonce = context.random.bytes(16).toString('base64');
    const { brand } = await readSite(context);
    const { kind, view, head = headOf(brand, language) } = await readFirst(request, language, brand);
    return reply
      .type('text/html; charset=utf-8')
      .header('cache-control', 'no-cache')
      .header('content-security-policy', contentPolicy({ nonce, origins }))
      .header('vary', 'accept-language')
      .send(pageOf({ head, kind, language, nonce, view, brand }));
  };

  await registerFiles(app, folder, origins);
  app.get('/', (request, reply) => sendPage(request, reply));
  // D2.1: another name of the root.
  app.get('/index.html', (request, reply) => reply.redirect(request.url.replace(/^[^?]*/, '/'), 301));
  app.setNotFoundHandler((request, reply) =>
    isPage(request) ? sendPage(request, reply) : sendError(request, reply, new ApiError('notFound')),
  );
}

/** The files of the web app. The names under assets/ contain a hash of the content. */
async function registerFiles(app: FastifyInstance, folder: string, origins: readonly string[]): Promise<void> {
  const options = {
    decorateReply: false,
    // Each file becomes a route; any other path is left to the not-found handler.
    wildcard: false,
    index: false,
    preCompressed: true,
    cacheControl: false,
  } as const;
  await app.register(async (files) => {
    files.addHook('onRequest', async ({ url }, reply) => {
      reply.header('cache-control', FOR_EVER).header('vary', 'accept-encoding');
      const policy = WASM_WORKER.test(url) ? scriptPolicy([], true) : scriptPolicy(origins, false);
      if (SCRIPT.test(url)) reply.header('content-security-policy', policy);
      leaveOutDocumentHeaders(reply);
    });
    // Immutable: clients do not revalidate.
    const never = { etag: false, lastModified: false, acceptRanges: false };
    const root = join(folder, 'assets');
    await files.register(fastifyStatic, { ...options, ...never, root, prefix: '/assets/', globIgnore: COMPRESSED });
  });
  await app.register(async (files) => {
    files.addHook('onRequest', async (_, reply) => {
      reply.header('cache-control', 'no-cache').header('vary', 'accept-encoding');
    });
    const globIgnore = ['assets/**', '**/index.html', '**/.*', ...COMPRESSED];
    await files.register(fastifyStatic, { ...options, root: folder, globIgnore });
  });
}

const isPage = ({ method, url }: FastifyRequest): boolean =>
  (method === 'GET' || method === 'HEAD') && !NOT_A_PAGE.test(url.split('?', 1)[0] ?? '');
