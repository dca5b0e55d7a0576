/** Web Push (RFC 8030), signed with VAPID (RFC 8292). */
import type { KeyObject } from 'node:crypto';
import { SignJWT } from 'jose';
import { isAllowedPort } from './addresses';
import { commonMeaning, type PushAdapter, gone, refused, secondsLeft } from './push-adapter';
import { encryptPush } from './encrypt';
import { type Outside, PrivateAddressError } from './outside';

/** RFC 8292, 2: at most 24 hours. */
const SIGNED_FOR_SECONDS = 12 * 3600;

export interface Vapid {
  /** On P-256. */
  readonly privateKey: KeyObject;
  /** The uncompressed point, base64url. */
  readonly publicKey: string;
  /** Contact of the operator for push services: `mailto:…` or `https:…`. */
  readonly subject: string;
}

interface Deps {
  readonly vapid: Vapid;
  readonly outside: Outside;
  readonly clock: { now(): Date };
  /** The permitted ports. */
  readonly ports: readonly number[];
}

export function createWebPush({ vapid, outside, clock, ports }: Deps): PushAdapter {
  async function authorization(endpoint: string): Promise<string> {
    const token = await new SignJWT()
      .setProtectedHeader({ alg: 'ES256', typ: 'JWT' })
      .setAudience(new URL(endpoint).origin)
      .setExpirationTime(Math.floor(clock.now().getTime() / 1000) + SIGNED_FOR_SECONDS)
      .setSubject(vapid.subject)
      .sign(vapid.privateKey);
    return `vapid t=${token}, k=${vapid.publicKey}`;
  }

  return {
    async send({ address, p256dh, auth }, payload, signal) {
      // An endpoint from before the setting was changed.
      if (!isAllowedPort(address, ports)) return gone;
      const { messageType, messageContent, readToken } = payload;
      const token = readToken === undefined ? '' : `,"readToken":${JSON.stringify(readToken)}`;
      const text = `{"messageType":${JSON.stringify(messageType)},"messageContent":${messageContent}${token}}`;
      const receiver = { p256dh: Buffer.from(p256dh ?? '', 'base64url'), auth: Buffer.from(auth ?? '', 'base64url') };
      const body = encryptPush(Buffer.from(text), receiver);
      const headers = {
        authorization: await authorization(address),
        'content-encoding': 'aes128gcm',
        'content-type': 'application/octet-stream',
        'content-length': String(body.length),
        ttl: String(secondsLeft(payload, clock.now())),
        topic: payload.topic.replaceAll('-', ''),
        urgency: 'high',
      };
      try {
        const { status, retryAfter, text: words } = await outside.post(address, { headers, body, signal });
        if (status === 404 || status === 410) return gone;
        return commonMeaning(status, retryAfter) ?? refused(status, words);
      } catch (error) {
        // There is no push service at such an address, and never will be.
        if (error instanceof PrivateAddressError) return gone;
        throw error;
      }
    },
  };
}
