/** Firebase Cloud Messaging, HTTP v1: authenticated as a service account by OAuth 2.0 (RFC 7523). */
import type { KeyObject } from 'node:crypto';
import { SignJWT } from 'jose';
import { commonMeaning, type PushAdapter, gone, later, PushServiceError, refused, secondsLeft } from './push-adapter';
import type { Outside } from './outside';

const SCOPE = 'https://www.googleapis.com/auth/firebase.messaging';
const GRANT = 'urn:ietf:params:oauth:grant-type:jwt-bearer';
const SIGNED_FOR_SECONDS = 3600;
/** A token is renewed this long before it expires. */
const MARGIN_MS = 60_000;

/** From the JSON file that Google issues for a service account. */
export interface FcmCredentials {
  readonly projectId: string;
  readonly clientEmail: string;
  readonly privateKey: KeyObject;
  readonly tokenUri: string;
}

interface Deps {
  readonly credentials: FcmCredentials;
  readonly outside: Outside;
  readonly clock: { now(): Date };
  readonly origin?: string;
}

interface AccessToken {
  readonly token: string;
  readonly endsAt: number;
}

export function createFcm({ credentials, outside, clock, origin = 'https://fcm.googleapis.com' }: Deps): PushAdapter {
  const { clientEmail, privateKey, projectId, tokenUri } = credentials;
  const now = () => clock.now().getTime();
  let access: Promise<AccessToken> | undefined;

  async function signIn(signal: AbortSignal): Promise<AccessToken> {
    const issuedAt = Math.floor(now() / 1000);
    const assertion = await new SignJWT({ scope: SCOPE })
      .setProtectedHeader({ alg: 'RS256', typ: 'JWT' })
      .setIssuer(clientEmail)
      .setAudience(tokenUri)
      .setIssuedAt(issuedAt)
      .setExpirationTime(issuedAt + SIGNED_FOR_SECONDS)
      .sign(privateKey);
    const body = new URLSearchParams({ grant_type: GRANT, assertion }).toString();
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    const { status, text } = await outside.post(tokenUri, { headers, body, signal });
    if (status !== 200)
      throw new PushServiceError(status, `FCM gives no access to the service account: ${status} ${text.slice(0, 200)}`);
    const { access_token: token, expires_in: seconds } = JSON.parse(text) as Record<string, unknown>;
    if (typeof token !== 'string') throw new Error('FCM returned no access token');
    return { token, endsAt: now() + (typeof seconds === 'number' ? seconds : SIGNED_FOR_SECONDS) * 1000 - MARGIN_MS };
  }

  /** Concurrent callers share one request. */
  async function accessToken(signal: AbortSignal): Promise<string> {
    const before = access;
    if (before) {
      const known = await before.catch(() => null);
      if (known && known.endsAt > now()) return known.token;
    }
    if (!access || access === before) access = signIn(signal);
    return (await access).token;
  }

  return {
    async send({ address }, payload, signal) {
      const { messageContent, messageType, topic } = payload;
      const message = {
        token: address,
        data: { messageType, messageContent },
        android: { priority: 'HIGH', ttl: `${secondsLeft(payload, clock.now())}s`, collapse_key: topic },
      };
      const { status, retryAfter, text } = await outside.post(`${origin}/v1/projects/${projectId}/messages:send`, {
        headers: { authorization: `Bearer ${await accessToken(signal)}`, 'content-type': 'application/json' },
        body: JSON.stringify({ message }),
        signal,
      });
      if (status === 404 || text.includes('"UNREGISTERED"')) return gone;
      if (status === 401) {
        access = undefined;
        return later(status);
      }
      return commonMeaning(status, retryAfter) ?? refused(status, text);
    },
  };
}
