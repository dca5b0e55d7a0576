/**
 * Device token: a random token for each browser that was signed in, in a cookie that scripts cannot read and that outlives a
 * sign-out. It signs nobody in; the rate limits count its holder apart from strangers.
 */
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Context } from '../../../context';
import * as store from './limits-store';
import { tokenHash } from './mailed-codes';

const COOKIE = 'earth_device';
const TOKEN = /^[\w-]{43}$/;

export function deviceTokenIn(cookies: string | undefined): string | null {
  const pairs = (cookies ?? '').split(';').map((pair) => pair.trim().split('=', 2));
  const [, token] = pairs.find(([name]) => name === COOKIE) ?? [];
  return token !== undefined && TOKEN.test(token) ? token : null;
}

/** Marks the request's browser as known for the contact. A token that this server has not issued is replaced. */
export async function rememberDevice(
  { clock, db, random }: Context,
  contactId: string,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  const shown = deviceTokenIn(request.headers.cookie);
  const isOurs = shown !== null && (await store.isAnybodys(db, tokenHash(shown)));
  const token = isOurs ? shown : random.bytes(32).toString('base64url');
  await store.insertKnown(db, tokenHash(token), contactId, clock.now());
  giveToken(token, request, reply);
}

/**
 * Renews a browser that is known for the contact. No other becomes known: otherwise the holder of a session could obtain new
 * tokens, each with limits of its own.
 */
export async function renewDevice(
  { clock, db }: Context,
  contactId: string,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  const shown = deviceTokenIn(request.headers.cookie);
  if (shown !== null && (await store.renewKnown(db, tokenHash(shown), contactId, clock.now())))
    giveToken(shown, request, reply);
}

function giveToken(token: string, request: FastifyRequest, reply: FastifyReply): void {
  const attributes = [`Max-Age=${store.KNOWN_DAYS * 24 * 3600}`, 'Path=/services/auth', 'HttpOnly', 'SameSite=Strict'];
  const secure = request.protocol === 'https' ? ['Secure'] : [];
  reply.header('set-cookie', [`${COOKIE}=${token}`, ...attributes, ...secure].join('; '));
}
