import helmet from '@fastify/helmet';
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { Settings } from '../config/settings';

interface PolicyOptions {
  /** Allows the style elements that the page's own code creates. */
  readonly nonce?: string;
  /** Further origins that a page may fetch from: those of a map, and of LiveKit. */
  readonly origins?: readonly string[];
}

const connecting = (origins: readonly string[]) => ["connect-src 'self'", ...origins].join(' ');

/**
 * Content security policy of scripts. Only that of a worker's script counts, for the worker, which has no document: it may load scripts and fetch. Short,
 * because a page consists of many scripts.
 * @param hasWasm allows WebAssembly, which the policy counts as evaluated code
 */
export const scriptPolicy = (origins: readonly string[], hasWasm: boolean): string =>
  ["default-src 'none'", `script-src 'self'${hasWasm ? " 'wasm-unsafe-eval'" : ''}`, connecting(origins)].join('; ');

/** Content security policy of every page: resources of this origin only, and nothing inline. */
export function contentPolicy({ nonce, origins = [] }: PolicyOptions = {}): string {
  const withNonce = nonce ? ` 'nonce-${nonce}'` : '';
  return [
    "default-src 'none'",
    `script-src 'self'${withNonce}`,
    `style-src 'self'${withNonce}`,
    "img-src 'self' data: blob:",
    "media-src 'self' blob:",
    "font-src 'self'",
    connecting(origins),
    "worker-src 'self'",
    "manifest-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
    // The preview of the back office shows a page of this origin in a frame.
    "frame-src 'self'",
    "frame-ancestors 'self'",
  ].join('; ');
}

/** The origin of the map style, and the origins that it refers to. */
const mapOriginsOf = ({ mapStyleUrl, mapOrigins }: Settings): readonly string[] =>
  mapStyleUrl === undefined ? [] : [...new Set([new URL(mapStyleUrl).origin, ...mapOrigins])];

/** A page connects to LiveKit by WebSocket, and asks by HTTP why that failed. */
const livekitOriginsOf = ({ livekitUrl }: Settings): readonly string[] => {
  if (livekitUrl === undefined) return [];
  const { origin } = new URL(livekitUrl);
  return [origin, origin.replace(/^ws/, 'http')];
};

/** The origins besides its own that a page may fetch from. */
export const originsOf = (settings: Settings): readonly string[] => [
  ...mapOriginsOf(settings),
  ...livekitOriginsOf(settings),
];

export async function sendSecurityHeaders(app: FastifyInstance, settings: Settings): Promise<void> {
  // HSTS only if the server is reached by HTTPS.
  const isSecure = settings.publicUrl?.startsWith('https:') ?? false;
  const policy = contentPolicy({ origins: originsOf(settings) });
  await app.register(helmet, {
    contentSecurityPolicy: false,
    strictTransportSecurity: isSecure ? { maxAge: 180 * 24 * 3600, includeSubDomains: false } : false,
    referrerPolicy: { policy: 'no-referrer' },
    xFrameOptions: { action: 'sameorigin' },
    // For obsolete browsers and Flash.
    xDnsPrefetchControl: false,
    xDownloadOptions: false,
    xPermittedCrossDomainPolicies: false,
    xXssProtection: false,
  });
  app.addHook('onRequest', async (_, reply) => {
    reply.header('content-security-policy', policy);
    // Routes whose response may be cached override this.
    reply.header('cache-control', 'no-store');
    reply.header('permissions-policy', 'camera=(self), microphone=(self), geolocation=(self), fullscreen=(self)');
  });
}

const OF_DOCUMENTS = ['cross-origin-opener-policy', 'origin-agent-cluster', 'permissions-policy', 'x-frame-options'];

/** Leaves out headers that only apply to documents: a page consists of many small files. */
export function leaveOutDocumentHeaders(reply: FastifyReply): void {
  for (const name of OF_DOCUMENTS) {
    reply.removeHeader(name);
    // Helmet writes past Fastify.
    reply.raw.removeHeader(name);
  }
}
