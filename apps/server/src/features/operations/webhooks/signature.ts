/** Signatures of webhooks, as Standard Webhooks 1.0 defines them: HMAC-SHA256 of `id.timestamp.body`. */
import { createHmac } from 'node:crypto';

const PREFIX = 'whsec_';

export const secretOf = (bytes: Buffer): string => `${PREFIX}${bytes.toString('base64')}`;

interface Signed {
  /** The same for each attempt: a receiver can tell by it that it has the event already. */
  readonly id: string;
  readonly at: Date;
  readonly body: string;
}

/** @param secrets a signature by each of them: during a change the receiver may still have the former one */
export function signedHeaders({ id, at, body }: Signed, secrets: readonly string[]): Record<string, string> {
  const timestamp = String(Math.floor(at.getTime() / 1000));
  const sign = (secret: string) =>
    createHmac('sha256', Buffer.from(secret.slice(PREFIX.length), 'base64'))
      .update(`${id}.${timestamp}.${body}`)
      .digest('base64');
  return {
    'content-type': 'application/json; charset=utf-8',
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': secrets.map((secret) => `v1,${sign(secret)}`).join(' '),
  };
}
