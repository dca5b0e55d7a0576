/** A device with a key of its own, which signs what it sends as the mobile app does. */
import { createHash, generateKeyPairSync, sign } from 'node:crypto';

interface Signed {
  readonly method?: string;
  /** Path and query. */
  readonly path: string;
  readonly authorization?: string;
  readonly body?: string;
  readonly at: Date;
}

export class SigningDevice {
  readonly #privateKey;
  /** The uncompressed point in base64url. */
  readonly publicKey: string;

  constructor() {
    const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
    this.#privateKey = privateKey;
    this.publicKey = Buffer.concat([Buffer.of(4), Buffer.from(x, 'base64url'), Buffer.from(y, 'base64url')]).toString(
      'base64url',
    );
  }

  /** The headers that sign a request (RFC 9421, RFC 9530). */
  sign({ method = 'GET', path, authorization, body, at }: Signed): Record<string, string> {
    const { pathname, search } = new URL(path, 'https://earth.example');
    const digest = body === undefined ? undefined : `sha-256=:${createHash('sha256').update(body).digest('base64')}:`;
    const covered: readonly (readonly [string, string])[] = [
      ['@method', method],
      ['@path', pathname],
      ['@query', path.endsWith('?') || search === '' ? '?' : search],
      ...(authorization === undefined ? [] : [['authorization', authorization] as const]),
      ...(digest === undefined ? [] : [['content-digest', digest] as const]),
    ];
    const names = covered.map(([name]) => `"${name}"`).join(' ');
    const created = Math.floor(at.getTime() / 1000);
    const parameters = `(${names});created=${created};keyid="${this.publicKey}";alg="ecdsa-p256-sha256"`;
    const lines = [...covered, ['@signature-params', parameters] as const].map(
      ([name, value]) => `"${name}": ${value}`,
    );
    const signature = sign('sha256', Buffer.from(lines.join('\n')), {
      key: this.#privateKey,
      dsaEncoding: 'ieee-p1363',
    });
    return {
      'signature-input': `sig=${parameters}`,
      signature: `sig=:${signature.toString('base64')}:`,
      ...(digest !== undefined && { 'content-digest': digest }),
    };
  }
}
