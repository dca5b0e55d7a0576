import helmet from '@fastify/helmet';
import type { FastifyInstance } from 'fastify';

/**
 * The policy of every page: what this origin serves, and nothing that came with the page's text. `nonce` allows the
 * style elements that the page's own code makes.
 */
export function contentPolicy(nonce?: string): string {
  const withNonce = nonce ? ` 'nonce-${nonce}'` : '';
  return [
    "default-src 'none'",
    `script-src 'self'${withNonce}`,
    `style-src 'self'${withNonce}`,
    "img-src 'self' data: blob:",
    "media-src 'self' blob:",
    "font-src 'self'",
    "connect-src 'self'",
    "worker-src 'self'",
    "manifest-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ');
}

/** @param isSecure whether the server is reached by HTTPS only */
export async function sendSecurityHeaders(app: FastifyInstance, isSecure: boolean): Promise<void> {
  await app.register(helmet, {
    contentSecurityPolicy: false,
    strictTransportSecurity: isSecure ? { maxAge: 180 * 24 * 3600, includeSubDomains: false } : false,
    referrerPolicy: { policy: 'no-referrer' },
    xFrameOptions: { action: 'deny' },
  });
  app.addHook('onRequest', async (_, reply) => {
    reply.header('content-security-policy', contentPolicy());
    // What may be kept says so itself.
    reply.header('cache-control', 'no-store');
    reply.header('permissions-policy', 'camera=(self), microphone=(self), geolocation=(self), fullscreen=(self)');
  });
}
