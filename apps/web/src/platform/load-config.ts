import { type ClientConfig, clientConfig, decode } from '@earth/contracts';
import * as z from 'zod/mini';
import { log, LogLevel, setConsoleLevel } from './app-log';
import { setConfig } from './config';
import { completeAddresses } from './http/file-addresses';
import { isInShell } from './native/shell';
import { atServer } from './server-address';
import { type OwnSettings, warnOfConfig } from './config-warnings';

/** The log level is also read from an invalid configuration: the warnings about it are most useful then. */
const logLevelSchema = z.object({ brand: z.object({ logLevel: z.number() }) });

/** The last settings, as the server sent them: the mobile shell has no service worker, and starts without a network too. */
const STORED = 'serverSettings';

/** A server in another network drops packets without a word. */
const SHELL_WAITS_MS = 10_000;

async function fetchSettings(): Promise<unknown> {
  const response = await fetch('/config.json', { credentials: 'same-origin' });
  return await response.json();
}

/** In the mobile shell. Whatever is wrong with the answer, the stored one serves. */
async function fetchOrStored(): Promise<unknown> {
  try {
    const response = await fetch(atServer('/config.json'), { signal: AbortSignal.timeout(SHELL_WAITS_MS) });
    const settings: unknown = await response.json();
    if (!response.ok || !decode(clientConfig, settings).success) throw new Error('The server gives no settings');
    localStorage.setItem(STORED, JSON.stringify(settings));
    return settings;
  } catch (error) {
    const stored = localStorage.getItem(STORED);
    if (stored === null) throw error;
    return JSON.parse(stored);
  }
}

/**
 * Loads the client configuration once, before anything is shown. Rejects if it cannot be loaded.
 * @param own facts about the app; missing settings are logged as warnings
 */
export async function loadConfig(own: () => OwnSettings): Promise<ClientConfig> {
  const settings = completeAddresses(await (isInShell() ? fetchOrStored() : fetchSettings()));
  setConsoleLevel(logLevelSchema.safeParse(settings).data?.brand.logLevel ?? 0);
  warnOfConfig(settings, own());
  const decoded = decode(clientConfig, settings);
  if (!decoded.success) throw new Error('The client configuration is invalid');
  setConfig(decoded.data);
  log(LogLevel.verbose, `start: ${decoded.data.appCode}`);
  return decoded.data;
}
