/** Checks an address that the user of the mobile shell has typed or scanned, before it becomes the app's server. */
import { clientConfig, decode } from '@earth/contracts';
import { callPlugin } from './native/call-plugin';
import { PluginError } from './native/shell';
import { withScheme } from './native/share';

/**
 * `notAddress`, `notSecure`: the text. `unreachable`: nothing answers. `certificate`: the device does not trust that of the server. `notServer`:
 * something else answers, or a version of the server that does not know the app.
 */
export type ServerProblem = 'notAddress' | 'notSecure' | 'unreachable' | 'certificate' | 'notServer';

const TIMEOUT_MS = 15_000;

/** The origin in a text: a host, or the address of any page of the server. */
export function readServerAddress(text: string): { readonly origin: string } | { readonly problem: ServerProblem } {
  const address = withScheme(text.trim());
  const url = URL.canParse(address) ? new URL(address) : null;
  if (url?.protocol === 'http:') return { problem: 'notSecure' };
  if (url?.protocol !== 'https:' || !/[^.]/.test(url.hostname) || url.username !== '') return { problem: 'notAddress' };
  return { origin: url.origin };
}

/** In a page, every request that fails does so in the same way. The shell's own HTTP client gives a reason. */
async function diagnose(url: string): Promise<ServerProblem> {
  try {
    const asked = { url, method: 'GET', connectTimeout: TIMEOUT_MS, readTimeout: TIMEOUT_MS } as const;
    await callPlugin('CapacitorHttp', (plugin) => plugin.request(asked));
    return 'notServer';
  } catch (error) {
    if (!(error instanceof PluginError)) throw error;
    // Android names the exception, iOS describes it in the language of the device.
    const reason = error.code ?? error.message.replaceAll(new URL(url).hostname, '');
    return /SSL|TLS|certificat|CertPath/i.test(reason) ? 'certificate' : 'unreachable';
  }
}

/** @returns what prevents the app from using this server; null: it can. */
export async function checkServer(origin: string): Promise<ServerProblem | null> {
  const url = `${origin}/config.json`;
  const init = { credentials: 'omit', cache: 'no-store', signal: AbortSignal.timeout(TIMEOUT_MS) } as const;
  const answer = await fetch(url, init).catch(() => null);
  if (answer === null) return await diagnose(url);
  const settings: unknown = answer.ok ? await answer.json().catch(() => null) : null;
  return decode(clientConfig, settings).success ? null : 'notServer';
}
