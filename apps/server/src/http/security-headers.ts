import helmet from '@fastify/helmet';
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { Settings } from '../config/settings';

interface PolicyOptions {
  /** Allows the style elements that the page's own code makes. */
  readonly nonce?: string;
  /** Where else a page may ask for data: of a map. */
  readonly origins?: readonly string[];
}

/** The policy of every page: what this origin serves, and nothing that came with the page's text. */
export function contentPolicy({ nonce, origins = [] }: PolicyOptions = {}): string {
  const withNonce = nonce ? ` 'nonce-${nonce}'` : '';
  return [
    "default-src 'none'",
    `script-src 'self'${withNonce}`,
    `style-src 'self'${withNonce}`,
    "img-src 'self' data: blob:",
    "media-src 'self' blob:",
    "font-src 'self'",
    ["connect-src 'self'", ...origins].join(' '),
    "worker-src 'self'",
    "manifest-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ');
}

/** Where the style of the maps lies, and what it names. */
export const mapOriginsOf = ({ mapStyleUrl, mapOrigins }: Settings): readonly string[] =>
  mapStyleUrl === undefined ? [] : [...new Set([new URL(mapStyleUrl).origin, ...mapOrigins])];

export async function sendSecurityHeaders(app: FastifyInstance, settings: Settings): Promise<void> {
  // HTTPS only, where it is reached by that.
  const isSecure = settings.publicUrl?.startsWith('https:') ?? false;
  // Also of scripts: the one that asks for the tiles of a map is a thread with a policy of its own.
  const policy = contentPolicy({ origins: mapOriginsOf(settings) });
  await app.register(helmet, {
    contentSecurityPolicy: false,
    strictTransportSecurity: isSecure ? { maxAge: 180 * 24 * 3600, includeSubDomains: false } : false,
    referrerPolicy: { policy: 'no-referrer' },
    xFrameOptions: { action: 'deny' },
    // For browsers, and for Flash, that are no more.
    xDnsPrefetchControl: false,
    xDownloadOptions: false,
    xPermittedCrossDomainPolicies: false,
    xXssProtection: false,
  });
  app.addHook('onRequest', async (_, reply) => {
    reply.header('content-security-policy', policy);
    // What may be kept says so itself.
    reply.header('cache-control', 'no-store');
    reply.header('permissions-policy', 'camera=(self), microphone=(self), geolocation=(self), fullscreen=(self)');
  });
}

const OF_DOCUMENTS = ['cross-origin-opener-policy', 'origin-agent-cluster', 'permissions-policy', 'x-frame-options'];

/** Leaves out what only a document heeds: of the many small files that a page is made of it would be a good part. */
export function leaveOutDocumentHeaders(reply: FastifyReply): void {
  for (const name of OF_DOCUMENTS) {
    reply.removeHeader(name);
    // Helmet writes past Fastify.
    reply.raw.removeHeader(name);
  }
}
