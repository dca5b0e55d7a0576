/** Guards of routes: an access token, an API token, or the API key of the build. */
import { timingSafeEqual } from 'node:crypto';
import { type CallSpec, TIMESTAMP_TOLERANCE_MS, type TokenScope } from '@earth/contracts';
import type { FastifyRequest } from 'fastify';
import type { Context } from '../context';
import { ApiError } from './api-error';
import { isApiToken } from './api-tokens';
import { networkOf } from './network';
import type { Caller, Principal, TokenCaller } from './principal';
import { acceptSignature } from './signatures';

const DEVICE_ID = /^[\w-]{8,64}$/;

type Headers = FastifyRequest['headers'];

/** The token of `Authorization: Bearer …`. @throws ApiError `notSignedIn` */
function bearerOf({ authorization }: Headers): string {
  const token = /^Bearer +(\S+)$/i.exec(authorization ?? '')?.[1];
  if (!token) throw new ApiError('notSignedIn');
  return token;
}

/** `write` includes `read`. */
const isInScope = ({ scope }: CallSpec, scopes: readonly TokenScope[]): boolean =>
  scope !== undefined && (scopes.includes(scope) || (scope === 'read' && scopes.includes('write')));

/**
 * The contact, or the API token to which the contract opens the call.
 * @throws ApiError also `tooManyCalls`, `notAllowed`, and those of signatures
 */
export async function requireBearer(context: Context, request: FastifyRequest, call: CallSpec): Promise<Caller> {
  const { access, apiTokens, limits } = context;
  const { headers, ip } = request;
  const token = bearerOf(headers);
  if (!isApiToken(token)) {
    const principal = await access.read(token);
    limits.countCall(principal);
    await acceptSignature(context, request, principal, call);
    return principal;
  }
  const { caller, scopes } = await apiTokens.read(token, networkOf(ip));
  limits.countCall(caller);
  if (!isInScope(call, scopes)) throw new ApiError('notAllowed');
  return caller;
}

/**
 * An API token with this scope, for what is no call of the contract.
 * @throws ApiError `notSignedIn` for other bearers; `apiTokenInvalid`, `tooManyTries`, `tooManyCalls`, `notAllowed`
 */
export async function requireToken(
  { apiTokens, limits }: Context,
  { headers, ip }: FastifyRequest,
  scope: TokenScope,
): Promise<TokenCaller> {
  const token = bearerOf(headers);
  if (!isApiToken(token)) throw new ApiError('notSignedIn');
  const { caller, scopes } = await apiTokens.read(token, networkOf(ip));
  limits.countCall(caller);
  if (!scopes.includes(scope)) throw new ApiError('notAllowed');
  return caller;
}

/** A body that took no longer came together with its headers: the session is not read twice for each small request. */
const AT_ONCE_MS = 1_000;

/**
 * Reads the caller again when a body has arrived, which may take an hour: an API token or a session that has ended meanwhile writes
 * nothing, and a person whose role was changed has the new one. That the access token has expired does not matter: it was valid when the
 * body began.
 * @param begunAt when the headers were accepted
 * @throws ApiError `apiTokenInvalid`, `sessionEnded`
 */
export async function readAgain<W extends Caller>(
  { access, apiTokens, clock }: Context,
  { body }: FastifyRequest,
  { caller, begunAt }: { readonly caller: W; readonly begunAt: Date },
): Promise<W> {
  if (body === undefined) return caller;
  if (caller.contactId === null) {
    await apiTokens.requireNotEnded(caller.tokenId);
    return caller;
  }
  if (clock.now().getTime() - begunAt.getTime() <= AT_ONCE_MS) return caller;
  return { ...caller, ...(await access.readAgain(caller.sessionId)) };
}

/** For calls that need a contact. @throws ApiError `notAllowed` */
export function requireContact(caller: Caller): Principal {
  if (caller.contactId === null) throw new ApiError('notAllowed');
  return caller;
}

/**
 * Guests may only make the calls that the contract opens to them, and only on their own call.
 * @param params path parameters, as they came
 * @throws ApiError `notAllowed`, `notFound`
 */
export function requireOpenTo({ guest }: Caller, call: CallSpec, params: unknown): void {
  if (!guest) return;
  if (!call.guests) throw new ApiError('notAllowed');
  const { callId, id } = params as { readonly callId?: string; readonly id?: string };
  const named = (callId ?? id)?.toLowerCase();
  if (named !== undefined && named !== guest.callId) throw new ApiError('notFound');
}

/** If the build requires a login, contents are for signed-in users only; an open call has its permission in its address. @throws ApiError `notSignedIn` */
export function requireOpenToVisitors({ brand }: Context, { auth, tag }: CallSpec): void {
  if (brand.loginRequired && tag === 'Contents' && auth !== 'open') throw new ApiError('notSignedIn');
}

/** For information that only admins may see. @throws ApiError `notAllowed` */
export function requireAdmin({ role }: Caller): void {
  if (role !== 'ADMIN') throw new ApiError('notAllowed');
}

/** Requires a valid bearer token, or else the API key with a device id and a correct clock. */
export async function requireBearerOrKey(
  context: Context,
  request: FastifyRequest,
  call: CallSpec,
): Promise<Caller | null> {
  const { headers } = request;
  if (headers.authorization !== undefined) return await requireBearer(context, request, call);
  const key = Buffer.from(single(headers, 'x-api-key'));
  const expected = Buffer.from(context.secrets.apiKey);
  if (key.length !== expected.length || !timingSafeEqual(key, expected)) throw new ApiError('badApiKey');
  if (!DEVICE_ID.test(deviceOf(headers))) throw new ApiError('invalidInput', 'X-Device-Id');
  const timestamp = Date.parse(single(headers, 'x-timestamp'));
  if (Number.isNaN(timestamp)) throw new ApiError('invalidInput', 'X-Timestamp');
  const now = context.clock.now();
  if (Math.abs(now.getTime() - timestamp) > TIMESTAMP_TOLERANCE_MS)
    throw new ApiError('badTimestamp', undefined, { now });
  await acceptSignature(context, request, null, call);
  return null;
}

/** The device id that a caller without a session claims; empty if there is none. */
export const deviceOf = (headers: Headers): string => single(headers, 'x-device-id');

function single(headers: Headers, name: string): string {
  const value = headers[name];
  return typeof value === 'string' ? value : '';
}
