import { type ClientConfig, clientConfig, decode } from '@earth/contracts';
import * as z from 'zod/mini';
import { log, LogLevel, setConsoleLevel } from './app-log';
import type { OwnSettings } from './config-warnings';

let known: ClientConfig | null = null;

/** Said also of settings that are of no use otherwise: what they lack is what one looks for then. */
const saysLevel = z.object({ brand: z.object({ logLevel: z.number() }) });

/**
 * What the server tells of itself, read once before anything is shown. Rejects where it cannot be had.
 * @param own what the app says of itself: where something of it or of the settings is missing, the log says so
 */
export async function loadConfig(own: () => OwnSettings): Promise<ClientConfig> {
  const response = await fetch('/config.json', { credentials: 'same-origin' });
  const settings: unknown = await response.json();
  setConsoleLevel(saysLevel.safeParse(settings).data?.brand.logLevel ?? 0);
  // Beside the start, which must not wait for it.
  void import('./config-warnings').then(({ warnOfConfig }) => warnOfConfig(settings, own()));
  const decoded = decode(clientConfig, settings);
  if (!decoded.success) throw new Error('The settings of the server are not what this app expects');
  known = decoded.data;
  log(LogLevel.verbose, `start: ${known.appCode}`);
  return known;
}

/** The settings, once they are loaded: no screen is shown before. */
export function getConfig(): ClientConfig {
  if (!known) throw new Error('The settings are not loaded yet');
  return known;
}
