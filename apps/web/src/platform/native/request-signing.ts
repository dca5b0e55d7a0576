/**
 * Signs requests with the device's own key: HTTP Message Signatures (RFC 9421) and Content-Digest (RFC 9530), in the profile of
 * `docs/decisions/0156-signed-requests.md`. Only the mobile shell has such a key.
 */
import { bodyOf, type Request } from '../http/exchange';
import { callPlugin } from './call-plugin';
import { notePluginError, PluginSilentError } from './shell';

interface SignerPorts {
  /** The time of the server. */
  readonly now: () => Date;
  /** The origin of the server, against which addresses are read. */
  readonly origin: () => string;
}

interface Signature {
  /** The value of `Signature-Input`. */
  readonly input: string;
  /** The value of `Signature`. */
  readonly signature: string;
}

export interface RequestSigner {
  /** The request with its signature; as it is, if the plugin cannot sign. */
  sign(request: Request): Promise<Request>;
  /** The signature of a socket with this token; null if the plugin cannot sign. */
  signSocket(token: string): Promise<Signature | null>;
  /** Deletes the key, so that the next session gets another one. Never rejects. */
  forgetKey(): Promise<void>;
}

type Component = readonly [name: string, value: string];

/** @throws PluginError; PluginNotFoundError in a browser too */
export const readDeviceKey = async (): Promise<string> =>
  (await callPlugin('RequestSigning', (plugin) => plugin.getPublicKey())).publicKey;

/** @throws PluginError; PluginNotFoundError in a browser too */
export const deleteDeviceKey = (): Promise<void> => callPlugin('RequestSigning', (plugin) => plugin.deleteKey());

/** @throws PluginError; PluginNotFoundError in a browser too */
export async function signComponents(
  components: readonly Component[],
  publicKey: string,
  now: Date,
): Promise<Signature> {
  const names = components.map(([name]) => `"${name}"`).join(' ');
  const created = Math.floor(now.getTime() / 1000);
  const parameters = `(${names});created=${created};keyid="${publicKey}";alg="ecdsa-p256-sha256"`;
  const lines = [...components, ['@signature-params', parameters] as const].map(
    ([name, value]) => `"${name}": ${value}`,
  );
  const data = lines.join('\n');
  const { signature } = await callPlugin('RequestSigning', (plugin) => plugin.sign({ data }));
  return { input: `sig=${parameters}`, signature: `sig=:${signature}:` };
}

async function digestOf(body: string | Blob): Promise<string> {
  const bytes = typeof body === 'string' ? new TextEncoder().encode(body) : await body.arrayBuffer();
  const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
  return `sha-256=:${btoa(String.fromCharCode(...hash))}:`;
}

/** The body of a signed request, made once, with its digest. */
async function fixBody(request: Request): Promise<Request> {
  const { fields, json, body, ...rest } = request;
  const made = bodyOf({ fields, json, body });
  if (made.body === null) return request;
  const headers = { ...request.headers, ...made.headers, 'Content-Digest': await digestOf(made.body) };
  return { ...rest, fields: [], body: made.body, headers };
}

export function createRequestSigner({ now, origin }: SignerPorts): RequestSigner {
  let isSaid = false;
  let publicKey: Promise<string> | null = null;
  let isSilent = false;
  let reportSilence: () => void = () => undefined;
  /** All that wait for a silent plugin go on together. */
  const silence = new Promise<null>((resolve) => {
    reportSilence = () => resolve(null);
  });

  async function signNow(components: readonly Component[]): Promise<Signature> {
    publicKey ??= readDeviceKey();
    try {
      return await signComponents(components, await publicKey, now());
    } catch (error) {
      publicKey = null;
      throw error;
    }
  }

  /** Null: the plugin fails, which is logged once, or is silent, after which it is not called again by this page. */
  async function attempt(components: readonly Component[]): Promise<Signature | null> {
    if (isSilent) return null;
    try {
      return await Promise.race([silence, signNow(components)]);
    } catch (error) {
      if (error instanceof PluginSilentError) {
        isSilent = true;
        reportSilence();
      }
      if (!isSaid) notePluginError(error);
      isSaid = true;
      return null;
    }
  }

  const componentsOf = (method: string, address: string, headers: Request['headers']): readonly Component[] => {
    const { pathname, search } = new URL(address, origin());
    const { Authorization: authorization, 'Content-Digest': digest } = headers;
    return [
      ['@method', method],
      ['@path', pathname],
      ['@query', search === '' ? '?' : search],
      ...(authorization === undefined ? [] : [['authorization', authorization] as const]),
      ...(digest === undefined ? [] : [['content-digest', digest] as const]),
    ];
  };

  return {
    async sign(request) {
      if (isSilent) return request;
      const fixed = await fixBody(request);
      const signed = await attempt(componentsOf(fixed.method, fixed.url, fixed.headers));
      if (!signed) return request;
      return { ...fixed, headers: { ...fixed.headers, 'Signature-Input': signed.input, Signature: signed.signature } };
    },
    signSocket: (token) => attempt(componentsOf('GET', '/realtime', { Authorization: `Bearer ${token}` })),
    async forgetKey() {
      publicKey = null;
      // Leaving a server does not wait for it once more.
      if (!isSilent) await deleteDeviceKey().catch(notePluginError);
    },
  };
}
