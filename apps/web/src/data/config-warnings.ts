/** What a server leaves out that the app needs: said in the log, and the app goes on (Discover 5). */
import type { ClientConfig } from '@earth/contracts';
import { log, LogLevel } from './app-log';

/** Of the document's names those that come with the settings. The server of the calls is the page's own, and this is a browser. */
const NEEDED = {
  apiKey: 'apiKey',
  appCode: 'appCode',
  vapidPublicKey: 'firebase key',
} as const;

export function warnOfConfig(config: Pick<ClientConfig, keyof typeof NEEDED>): void {
  for (const name of ['apiKey', 'appCode', 'vapidPublicKey'] as const)
    if (config[name] === '') log(LogLevel.error, `config: ${NEEDED[name]} is missing`);
}
