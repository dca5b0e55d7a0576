/**
 * CORS for the mobile shell (Fetch Standard, 3.2). Its pages are in the app, on an origin of the device's own, so all that they request of the
 * server is of another origin. No credentials are allowed: there are no cookies, and a token is a header that the app itself sends.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

/** The origins of Capacitor's pages on Android and on iOS. */
const SHELL_ORIGINS: ReadonlySet<string> = new Set(['https://localhost', 'capacitor://localhost']);

/** Files that elements of a page show by their address. They are public, or their address is signed. */
const FILES = /^\/(?:brand|pictures|maps|media|company-audio)\//;
const SHARED = /^\/(?:(?:api|services|storage|brand|pictures|maps|media|company-audio)\/|config\.json(?:\?|$))/;

/** `*` does not stand for Authorization. */
const HEADERS = 'authorization, *';
const METHODS = 'GET, HEAD, POST, PUT, PATCH, DELETE';
/** What the web app reads of an answer, besides what every page may. */
const EXPOSED = 'etag, retry-after, content-encoding, content-range';
/** Browsers ask again after two hours at the latest. */
const PREFLIGHT_SECONDS = 7200;

/** A preflight: the browser asks before it sends a request with headers of our own. */
const isPreflight = ({ method, headers }: FastifyRequest) =>
  method === 'OPTIONS' && headers['access-control-request-method'] !== undefined;

const answerPreflight = (reply: FastifyReply) =>
  reply
    .header('access-control-allow-headers', HEADERS)
    .header('access-control-allow-methods', METHODS)
    .header('access-control-max-age', PREFLIGHT_SECONDS)
    .code(204)
    .send();

export function allowShell(app: FastifyInstance): void {
  app.addHook('onRequest', async (request, reply) => {
    const { url, headers } = request;
    if (!SHARED.test(url)) return undefined;
    // An element requests without an origin: a cached answer to it must not answer a script.
    reply.header('vary', 'origin');
    if (FILES.test(url)) reply.header('cross-origin-resource-policy', 'cross-origin');
    if (headers.origin === undefined || !SHELL_ORIGINS.has(headers.origin)) return undefined;
    reply.header('access-control-allow-origin', headers.origin).header('access-control-expose-headers', EXPOSED);
    return isPreflight(request) ? answerPreflight(reply) : undefined;
  });
}
