import { setConsoleLevel } from './app-log';
import { type ClientConfig, clientConfig, decode } from '@earth/contracts';

let known: ClientConfig | null = null;

/** What the server tells of itself, read once before anything is shown. Rejects where it cannot be had. */
export async function loadConfig(): Promise<ClientConfig> {
  const response = await fetch('/config.json', { credentials: 'same-origin' });
  const decoded = decode(clientConfig, await response.json());
  if (!decoded.success) throw new Error('The settings of the server are not what this app expects');
  known = decoded.data;
  setConsoleLevel(known.brand.logLevel);
  return known;
}

/** The settings, once they are loaded: no screen is shown before. */
export function getConfig(): ClientConfig {
  if (!known) throw new Error('The settings are not loaded yet');
  return known;
}
