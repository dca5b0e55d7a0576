/** Guards of routes: an access token, or the API key of the build. */
import { timingSafeEqual } from 'node:crypto';
import { type CallSpec, TIMESTAMP_TOLERANCE_MS } from '@earth/contracts';
import type { FastifyRequest } from 'fastify';
import type { Context } from '../context';
import { ApiError } from './api-error';
import type { Principal } from './principal';

const DEVICE_ID = /^[\w-]{8,64}$/;

type Headers = FastifyRequest['headers'];

/** The contact of `Authorization: Bearer …`. @throws ApiError also `tooManyCalls` */
export async function requireBearer(context: Context, headers: Headers): Promise<Principal> {
  const token = /^Bearer +(\S+)$/i.exec(headers.authorization ?? '')?.[1];
  if (!token) throw new ApiError('notSignedIn');
  const principal = await context.access.read(token);
  context.limits.countCall(principal);
  return principal;
}

/**
 * Guests may only make the calls that the contract opens to them, and only on their own call.
 * @param params path parameters, as they came
 * @throws ApiError `notAllowed`, `notFound`
 */
export function requireOpenTo({ guest }: Principal, call: CallSpec, params: unknown): void {
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
export function requireAdmin({ role }: Principal): void {
  if (role !== 'ADMIN') throw new ApiError('notAllowed');
}

/** Requires a valid bearer token, or else the API key with a device id and a correct clock. */
export async function requireBearerOrKey(context: Context, headers: Headers): Promise<Principal | null> {
  if (headers.authorization !== undefined) return await requireBearer(context, headers);
  const key = Buffer.from(single(headers, 'x-api-key'));
  const expected = Buffer.from(context.secrets.apiKey);
  if (key.length !== expected.length || !timingSafeEqual(key, expected)) throw new ApiError('badApiKey');
  if (!DEVICE_ID.test(deviceOf(headers))) throw new ApiError('invalidInput', 'X-Device-Id');
  const timestamp = Date.parse(single(headers, 'x-timestamp'));
  if (Number.isNaN(timestamp)) throw new ApiError('invalidInput', 'X-Timestamp');
  if (Math.abs(context.clock.now().getTime() - timestamp) > TIMESTAMP_TOLERANCE_MS) throw new ApiError('badTimestamp');
  return null;
}

/** The device id that a caller without a session claims; empty if there is none. */
export const deviceOf = (headers: Headers): string => single(headers, 'x-device-id');

function single(headers: Headers, name: string): string {
  const value = headers[name];
  return typeof value === 'string' ? value : '';
}
