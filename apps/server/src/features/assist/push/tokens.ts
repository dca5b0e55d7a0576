/** Push tokens: where a user's devices are notified while the app is closed. */
import { type addPushToken, type CallArguments, webPushSubscription } from '@earth/contracts';
import type { Context } from '../../../context';
import type { Queries } from '../../../db/database';
import { ApiError } from '../../../http/api-error';
import type { Principal } from '../../../http/principal';
import { isAllowedPort, isPublicName } from '../../../adapters/push/addresses';
import { isReceiver } from '../../../adapters/push/encrypt';
import * as store from './store';

type TokenRequest = CallArguments<typeof addPushToken>;

/** The token of a browser. */
type Subscription = store.Token & { readonly p256dh: string; readonly auth: string };

const FCM_TOKEN = /^[\w:.%~-]{16,2000}$/;
/** Bytes in hexadecimal: 32 today; Apple reserves the right to use more. */
const APNS_TOKEN = /^([0-9a-f]{2}){32,100}$/;

/** @throws ApiError `invalidInput`, also if this kind is not set up; `notFound` for a device that is not the user's own */
export async function addToken(context: Context, principal: Principal, given: TokenRequest): Promise<void> {
  const { pushAdapters, db, random } = context;
  const token = readToken(given);
  if (token.kind === 'web' && !isAllowedPort(token.address, context.settings.pushPorts))
    throw new ApiError('invalidInput', 'token');
  if (!pushAdapters.of[token.kind]) throw new ApiError('invalidInput', given.type === undefined ? 'token' : 'type');
  await db.transaction(async (transaction) => {
    const sessionId = await requireOwnDevice(context, transaction, principal, given);
    await store.replaceToken(transaction, { ...token, id: random.id(), sessionId });
  });
}

/** @throws ApiError `invalidInput`, `notFound` for a device that is not the user's own */
export async function removeToken(context: Context, principal: Principal, given: TokenRequest): Promise<void> {
  const token = readToken(given);
  await context.db.transaction(async (transaction) => {
    const sessionId = await requireOwnDevice(context, transaction, principal, given);
    await store.deleteToken(transaction, { ...token, sessionId });
  });
}

async function requireOwnDevice({ clock }: Context, db: Queries, { contactId }: Principal, { deviceId }: TokenRequest) {
  const sessionId = await store.lockSession(db, { contactId, deviceId }, clock.now());
  if (sessionId === undefined) throw new ApiError('notFound');
  return sessionId;
}

function readToken({ token, type }: TokenRequest): store.Token {
  if (type === undefined && token.startsWith('{')) return readSubscription(token);
  const { host, form, address } =
    type === undefined
      ? { host: 'fcm', form: FCM_TOKEN, address: token }
      : { host: 'apns', form: APNS_TOKEN, address: token.toLowerCase() };
  if (!form.test(address)) throw new ApiError('invalidInput', 'token');
  return { kind: type ?? 'fcm', address, host, p256dh: null, auth: null };
}

/** Of a browser, as `JSON.stringify` gives it. @throws ApiError `invalidInput` */
export function readSubscription(text: string): Subscription {
  const read = webPushSubscription.safeParse(parseJson(text));
  if (!read.success) throw new ApiError('invalidInput', 'token');
  const { endpoint, keys } = read.data;
  const { hostname, host, username, password, hash } = new URL(endpoint);
  const { p256dh, auth } = keys;
  const isGood =
    isPublicName(hostname) &&
    username + password + hash === '' &&
    isReceiver({ p256dh: Buffer.from(p256dh, 'base64url'), auth: Buffer.from(auth, 'base64url') });
  if (!isGood) throw new ApiError('invalidInput', 'token');
  return { kind: 'web', address: endpoint, host, p256dh, auth };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
