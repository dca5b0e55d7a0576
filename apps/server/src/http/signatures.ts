/**
 * Signed requests: one fixed profile of HTTP Message Signatures (RFC 9421) with Content-Digest (RFC 9530), see
 * `docs/decisions/0156-signed-requests.md`. A signature binds method, address, token and body to a key that only the device has.
 */
import { createHash, createPublicKey, type Hash, type KeyObject, timingSafeEqual, verify } from 'node:crypto';
import { type CallSpec, TIMESTAMP_TOLERANCE_MS } from '@earth/contracts';
import type { FastifyRequest } from 'fastify';
import type { Context } from '../context';
import { ApiError } from './api-error';
import type { Principal } from './principal';

/** Covered components in this order, then the parameters in this order. The key is an uncompressed point (SEC 1, 2.3.3) in base64url. */
const INPUT =
  /^sig=(\("@method" "@path" "@query"( "authorization")?( "content-digest")?\);created=(\d{1,11});keyid="([\w-]{87})";alg="ecdsa-p256-sha256")$/;
const SIGNATURE = /^sig=:([A-Za-z0-9+/]{86}==):$/;
const DIGEST = /^sha-256=:([A-Za-z0-9+/]{43}=):$/;

const COORDINATE_BYTES = 32;
const UNCOMPRESSED = 4;

/** What is signed of a request, or of the first frame of a socket. */
export interface SignedMessage {
  readonly method: string;
  /** Path and query, as they came. */
  readonly url: string;
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
}

interface Signature {
  readonly key: string;
  /** SHA-256 of the body; null: there is no body. */
  readonly digest: Buffer | null;
}

/** What a session demands of the signature of its requests. */
export type SigningSession = Pick<Principal, 'appOs' | 'signingKey'>;

const headerOf = ({ headers }: SignedMessage, name: string): string => {
  const value = headers[name];
  return typeof value === 'string' ? value : '';
};

const isSigned = ({ headers }: SignedMessage): boolean =>
  headers['signature-input'] !== undefined || headers.signature !== undefined;

const hasBody = ({ headers }: SignedMessage): boolean =>
  Number(headers['content-length'] ?? 0) > 0 || headers['transfer-encoding'] !== undefined;

/** @throws ApiError `signatureInvalid`. `why` is for the log: it has no part of the request. */
function invalid(why: string): never {
  throw new ApiError('signatureInvalid', undefined, { why });
}

function publicKeyOf(point: string): KeyObject {
  const bytes = Buffer.from(point, 'base64url');
  if (bytes[0] !== UNCOMPRESSED) return invalid('key');
  const coordinate = (index: number) =>
    bytes.subarray(1 + index * COORDINATE_BYTES, 1 + (index + 1) * COORDINATE_BYTES).toString('base64url');
  try {
    return createPublicKey({
      format: 'jwk',
      key: { kty: 'EC', crv: 'P-256', x: coordinate(0), y: coordinate(1) },
    });
  } catch {
    // It is no point of the curve.
    return invalid('key');
  }
}

/** The signature base (RFC 9421, 2.5). */
function baseOf(message: SignedMessage, parameters: string): string {
  const [path = '', query] = message.url.split(/\?(.*)/s);
  const authorization = headerOf(message, 'authorization');
  const digest = headerOf(message, 'content-digest');
  return [
    `"@method": ${message.method}`,
    `"@path": ${path}`,
    `"@query": ?${query ?? ''}`,
    ...(authorization === '' ? [] : [`"authorization": ${authorization}`]),
    ...(digest === '' ? [] : [`"content-digest": ${digest}`]),
    `"@signature-params": ${parameters}`,
  ].join('\n');
}

/**
 * Reads and verifies the signature of a message. The bytes of the body are compared later.
 * @returns null if there is none
 * @throws ApiError `signatureInvalid`; `badTimestamp` if it was made more than five minutes before or after now
 */
function readSignature(message: SignedMessage, now: Date): Signature | null {
  const { headers } = message;
  if (!isSigned(message)) return null;
  const [, parameters = '', authorization, digest, created = '', key = ''] =
    INPUT.exec(headerOf(message, 'signature-input')) ?? invalid('form');
  const [, signature = ''] = SIGNATURE.exec(headerOf(message, 'signature')) ?? invalid('form');
  // Whatever is there must be signed.
  if ((authorization === undefined) !== (headers.authorization === undefined)) invalid('components');
  if ((digest === undefined) !== (headers['content-digest'] === undefined)) invalid('components');
  if (hasBody(message) && digest === undefined) invalid('components');
  const [, sha256 = ''] =
    digest === undefined ? [] : (DIGEST.exec(headerOf(message, 'content-digest')) ?? invalid('form'));
  const verifying = { key: publicKeyOf(key), dsaEncoding: 'ieee-p1363' } as const;
  if (!verify('sha256', Buffer.from(baseOf(message, parameters)), verifying, Buffer.from(signature, 'base64')))
    invalid('signature');
  if (Math.abs(now.getTime() - Number(created) * 1000) > TIMESTAMP_TOLERANCE_MS)
    throw new ApiError('badTimestamp', undefined, { now });
  return { key, digest: digest === undefined ? null : Buffer.from(sha256, 'base64') };
}

/** Says in the log why a signature was refused, without any part of the request. */
function logRefusal({ log }: Context, error: unknown, about: Readonly<Record<string, string>>): void {
  if (!(error instanceof ApiError)) return;
  const { why } = error.details;
  log.warn({ ...about, error: error.error, ...(why !== undefined && { why }) }, 'A signature was refused');
}

function logged<Result>(context: Context, about: Readonly<Record<string, string>>, run: () => Result): Result {
  try {
    return run();
  } catch (error) {
    logRefusal(context, error, about);
    throw error;
  }
}

/**
 * Whether a session may be used with this key: a signature must be by the session's own key, if it has one. Without a signature it may,
 * unless APPS_SIGN_REQUESTS demands one of the mobile apps.
 * @param key of the request; null: it is not signed
 * @throws ApiError `signatureMissing`, `signatureInvalid`
 */
export function requireKey(context: Context, session: SigningSession & { readonly id?: string }, key: string | null) {
  const { appOs, id: sessionId } = session;
  logged(context, { appOs, ...(sessionId !== undefined && { sessionId }) }, () => checkKey(context, session, key));
}

function checkKey({ settings }: Context, { appOs, signingKey }: SigningSession, key: string | null): void {
  if (key !== null && signingKey !== null && key !== signingKey) invalid('other key');
  if (key === null && settings.appsSignRequests && appOs !== 'web') throw new ApiError('signatureMissing');
}

/**
 * Requires of a message what its session demands. The first signature of a session without a key binds it to the key.
 * @throws ApiError `signatureMissing`, `signatureInvalid`, `badTimestamp`
 */
export async function requireSignature(
  context: Context,
  session: SigningSession & Pick<Principal, 'sessionId'>,
  message: SignedMessage,
): Promise<Signature | null> {
  try {
    const signature = readSignature(message, context.clock.now());
    checkKey(context, session, signature?.key ?? null);
    if (signature && session.signingKey === null) {
      // Of two keys at the same moment one is bound, and the other refused.
      const bound = await context.access.bindKey(session.sessionId, signature.key);
      if (bound !== signature.key) invalid('other key');
    }
    return signature;
  } catch (error) {
    logRefusal(context, error, { sessionId: session.sessionId });
    throw error;
  }
}

/** The signatures of the requests that are under way, and what has come of their bodies. */
const accepted = new WeakMap<FastifyRequest, Signature & { readonly body: Hash }>();

const messageOf = ({ method, raw, headers }: FastifyRequest): SignedMessage => ({
  method,
  url: raw.url ?? '',
  headers,
});

/**
 * Accepts the signature of a request by its headers, if it has one.
 * @param session of its token; null: it has no token
 * @param call if it may be `unsigned`, a signature is not demanded
 * @throws ApiError as `requireSignature`
 */
export async function acceptSignature(
  context: Context,
  request: FastifyRequest,
  session: (SigningSession & Pick<Principal, 'sessionId'>) | null,
  call: Pick<CallSpec, 'unsigned'>,
): Promise<void> {
  const message = messageOf(request);
  if (call.unsigned === true && !isSigned(message)) return;
  const route = request.routeOptions.url ?? 'none';
  const signature = session
    ? await requireSignature(context, session, message)
    : logged(context, { route }, () => readSignature(message, context.clock.now()));
  if (signature) accepted.set(request, { ...signature, body: createHash('sha256') });
}

/** Computes the digest of the body as it arrives. To be called when nothing else can refuse the request by its headers. */
export function watchBody(request: FastifyRequest): void {
  const signature = accepted.get(request);
  if (!signature?.digest) return;
  // Paused first: this listener must not start the flow before the parser listens too.
  request.raw.pause().on('data', (chunk: Buffer) => void signature.body.update(chunk));
}

/** Called when all of the body has arrived. @throws ApiError `signatureInvalid` if another body was signed */
export function requireSignedBody(context: Context, request: FastifyRequest): void {
  const signature = accepted.get(request);
  if (!signature?.digest || timingSafeEqual(signature.body.digest(), signature.digest)) return;
  logged(context, { route: request.routeOptions.url ?? 'none' }, () => invalid('body'));
}

/** The key that has signed a request; null: it is not signed. */
export const signingKeyOf = (request: FastifyRequest): string | null => accepted.get(request)?.key ?? null;
