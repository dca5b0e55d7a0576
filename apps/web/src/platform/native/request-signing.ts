/**
 * Signs requests with the device's own key: HTTP Message Signatures (RFC 9421) and Content-Digest (RFC 9530), in the profile of
 * `docs/decisions/0156-signed-requests.md`. Only the mobile shell has such a key.
 */
import { bodyOf, type Request } from '../http/exchange';
import { log, LogLevel } from '../app-log';
import { ANSWER_SECONDS, callPlugin, type Patience } from './call-plugin';
import { notePluginError, PluginError, PluginSilentError } from './shell';

/** How long calls wait for a plugin that was silent when it was asked last, maybe by an earlier page. */
const SECONDS_AFTER_SILENCE = 2;
/** In `localStorage`: the plugin was silent. */
const WAS_SILENT = 'requestSigningSilent';

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
  /** The request with its signature; as it is, if it cannot be signed. Never rejects. */
  sign(request: Request): Promise<Request>;
  /** The signature of a socket with this token; null if the plugin cannot sign. Never rejects. */
  signSocket(token: string): Promise<Signature | null>;
  /** Deletes the key, so that the next session gets another one. Never rejects. */
  forgetKey(): Promise<void>;
}

type Component = readonly [name: string, value: string];

/** @throws PluginError; PluginNotFoundError in a browser too */
export const readDeviceKey = async (patience?: Patience): Promise<string> =>
  (await callPlugin('RequestSigning', (plugin) => plugin.getPublicKey(), patience)).publicKey;

/** @throws PluginError; PluginNotFoundError in a browser too */
export const deleteDeviceKey = (patience?: Patience): Promise<void> =>
  callPlugin('RequestSigning', (plugin) => plugin.deleteKey(), patience);

/** @throws PluginError; PluginNotFoundError in a browser too */
export async function signComponents(
  components: readonly Component[],
  publicKey: string,
  now: Date,
  patience?: Patience,
): Promise<Signature> {
  const names = components.map(([name]) => `"${name}"`).join(' ');
  const created = Math.floor(now.getTime() / 1000);
  const parameters = `(${names});created=${created};keyid="${publicKey}";alg="ecdsa-p256-sha256"`;
  const lines = [...components, ['@signature-params', parameters] as const].map(
    ([name, value]) => `"${name}": ${value}`,
  );
  const data = lines.join('\n');
  const { signature } = await callPlugin('RequestSigning', (plugin) => plugin.sign({ data }), patience);
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

/** Asks the plugin for signatures, as long as it answers. */
function createDeviceSigner(now: SignerPorts['now']) {
  let isSaid = false;
  let publicKey: Promise<string> | null = null;
  /** The plugin owes an answer. Until that comes, it is not called. */
  let isSilent = false;
  let wasSilent = localStorage.getItem(WAS_SILENT) !== null;
  /** The calls that wait for the plugin. */
  const waiting = new Set<() => void>();

  const patience = (): Patience => ({
    seconds: wasSilent ? SECONDS_AFTER_SILENCE : ANSWER_SECONDS,
    onAnswer() {
      isSilent = false;
    },
  });

  async function signNow(components: readonly Component[]): Promise<Signature> {
    publicKey ??= readDeviceKey(patience());
    try {
      return await signComponents(components, await publicKey, now(), patience());
    } catch (error) {
      publicKey = null;
      throw error;
    }
  }

  /** All that wait for a silent plugin go on together, with null. */
  const untilSilent = (signing: Promise<Signature>) =>
    new Promise<Signature | null>((resolve, reject) => {
      const goOn = () => resolve(null);
      waiting.add(goOn);
      void signing.then(resolve, reject).finally(() => waiting.delete(goOn));
    });

  function noteSilence() {
    isSilent = true;
    wasSilent = true;
    localStorage.setItem(WAS_SILENT, 'true');
    for (const goOn of waiting) goOn();
  }

  /** Once, because all requests fail alike. */
  function say(error: unknown) {
    if (isSaid) return;
    isSaid = true;
    if (error instanceof PluginError) notePluginError(error);
    else log(LogLevel.error, `A request is not signed: ${String(error)}`);
  }

  /** Null: the plugin fails or is silent, which is logged once. */
  async function attempt(components: readonly Component[]): Promise<Signature | null> {
    if (isSilent) return null;
    try {
      const signature = await untilSilent(signNow(components));
      if (signature && wasSilent) {
        wasSilent = false;
        localStorage.removeItem(WAS_SILENT);
      }
      return signature;
    } catch (error) {
      if (error instanceof PluginSilentError) noteSilence();
      say(error);
      return null;
    }
  }

  return {
    attempt,
    say,
    isSilent: () => isSilent,
    async forgetKey() {
      publicKey = null;
      const deleting = deleteDeviceKey(patience()).catch(notePluginError);
      // A silent plugin does it when it answers again: leaving a server does not wait for it once more.
      if (!isSilent) await deleting;
    },
  };
}

export function createRequestSigner({ now, origin }: SignerPorts): RequestSigner {
  const { attempt, forgetKey, isSilent, say } = createDeviceSigner(now);

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
      if (isSilent()) return request;
      try {
        const fixed = await fixBody(request);
        const signed = await attempt(componentsOf(fixed.method, fixed.url, fixed.headers));
        if (!signed) return request;
        return {
          ...fixed,
          headers: { ...fixed.headers, 'Signature-Input': signed.input, Signature: signed.signature },
        };
      } catch (error) {
        // A file cannot be read any more, or is too large for the memory.
        say(error);
        return request;
      }
    },
    signSocket: (token) => attempt(componentsOf('GET', '/realtime', { Authorization: `Bearer ${token}` })),
    forgetKey,
  };
}
