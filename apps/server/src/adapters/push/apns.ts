/** Apple Push Notification service: HTTP/2, with a provider token (ES256). */
import type { KeyObject } from 'node:crypto';
import { type ClientHttp2Session, connect } from 'node:http2';
import { SignJWT } from 'jose';
import {
  commonMeaning,
  type PushAdapter,
  gone,
  later,
  type PushPayload,
  PushServiceError,
  refused,
} from './push-adapter';
import type { Answer } from './outside';

/** Apple refuses tokens older than an hour, and providers that renew them more often than every 20 minutes. */
const SIGNED_FOR_MS = 40 * 60_000;
const REASON_CHARS_MAX = 4096;

export interface ApnsKeys {
  /** From the `.p8` file. */
  readonly privateKey: KeyObject;
  readonly keyId: string;
  readonly teamId: string;
  /** The app's bundle id. */
  readonly topic: string;
  /** The origin of the service, e.g. `https://api.push.apple.com`. */
  readonly origin: string;
}

interface Deps {
  readonly keys: ApnsKeys;
  readonly clock: { now(): Date };
  /** A certificate to trust. */
  readonly ca?: string;
}

interface Apns {
  readonly alert: PushAdapter;
  readonly voip: PushAdapter;
  close(): void;
}

type Headers = Readonly<Record<string, string>>;

/** At the end of a ring there is no sound. */
const endsRing = (messageType: string) => messageType === 'EndedCall' || messageType === 'CallHandledByGroup';

/** Differences of the two kinds. A VoIP push rings by itself; the app has the texts of alerts, by their type. */
const kinds = {
  alert: {
    type: 'alert',
    suffix: '',
    aps: ({ messageType }: PushPayload) => ({
      alert: { 'loc-key': messageType },
      ...(endsRing(messageType) ? { 'interruption-level': 'passive' } : { sound: 'default' }),
      'mutable-content': 1,
    }),
  },
  voip: { type: 'voip', suffix: '.voip', aps: () => ({}) },
} as const;

export function createApns({ keys, clock, ca }: Deps): Apns {
  const line = createConnection(keys.origin, ca);
  let signed: { readonly token: Promise<string>; readonly at: number } | undefined;

  function providerToken(): Promise<string> {
    const at = clock.now().getTime();
    if (!signed || at - signed.at > SIGNED_FOR_MS) signed = { token: sign(at), at };
    return signed.token;
  }

  const sign = (at: number) =>
    new SignJWT()
      .setProtectedHeader({ alg: 'ES256', kid: keys.keyId })
      .setIssuer(keys.teamId)
      .setIssuedAt(Math.floor(at / 1000))
      .sign(keys.privateKey);

  const adapter = ({ type, suffix, aps }: (typeof kinds)[keyof typeof kinds]): PushAdapter => ({
    async send({ address }, payload, signal) {
      const headers = {
        ':method': 'POST',
        ':path': `/3/device/${address}`,
        authorization: `bearer ${await providerToken()}`,
        'apns-topic': `${keys.topic}${suffix}`,
        'apns-push-type': type,
        'apns-priority': '10',
        'apns-expiration': String(Math.floor(payload.expiresAt.getTime() / 1000)),
        'apns-collapse-id': payload.topic,
      };
      const content: unknown = JSON.parse(payload.messageContent);
      const body = { aps: aps(payload), messageType: payload.messageType, messageContent: content };
      const { status, retryAfter, text } = await line.post(headers, JSON.stringify(body), signal);
      if (status === 410 || text.includes('"BadDeviceToken"')) return gone;
      // A wrong or revoked key is corrected in the settings: waiting pushes stay queued until then.
      if (text.includes('"InvalidProviderToken"'))
        throw new PushServiceError(status, `APNs refuses the key: ${status} ${text}`);
      if (text.includes('"ExpiredProviderToken"')) {
        signed = undefined;
        return later(status);
      }
      return commonMeaning(status, retryAfter) ?? refused(status, text);
    },
  });

  return { alert: adapter(kinds.alert), voip: adapter(kinds.voip), close: line.close };
}

/** One shared connection, opened on demand, and again when it is lost. */
function createConnection(origin: string, ca?: string) {
  let session: ClientHttp2Session | undefined;

  function open(): ClientHttp2Session {
    if (session && !session.closed && !session.destroyed) return session;
    const opened = connect(origin, ca === undefined ? {} : { ca });
    session = opened;
    // Pending requests get the error from their own stream.
    opened.on('error', () => opened.destroy());
    opened.on('goaway', () => opened.close());
    opened.unref();
    return opened;
  }

  return {
    post: (headers: Headers, body: string, signal: AbortSignal) =>
      new Promise<Answer>((resolve, reject) => {
        const session = open();
        const stream = session.request(headers, { signal });
        let status = 0;
        let retryAfter: string | undefined;
        let text = '';
        stream.setEncoding('utf8');
        stream.on('response', (given) => {
          status = given[':status'] ?? 0;
          retryAfter = given['retry-after'];
        });
        stream.on('data', (part: string) => {
          if (text.length < REASON_CHARS_MAX) text += part;
        });
        stream.on('end', () => {
          if (status > 0) resolve({ status, retryAfter, text });
        });
        stream.on('error', (error: Error) => {
          // The connection may be dead: the next request opens another one.
          session.close();
          reject(error);
        });
        stream.on('close', () =>
          reject(Object.assign(new Error('APNs closed the connection'), { code: 'ECONNRESET' })),
        );
        stream.end(body);
      }),
    close(): void {
      session?.destroy();
    },
  };
}
