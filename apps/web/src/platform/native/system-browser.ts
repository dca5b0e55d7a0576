/** The browser of the system, for the page of an identity provider: in the web view, this app could read what is typed there (RFC 8252, 8.12). */
import { callPlugin, listenToPlugin } from './call-plugin';

/**
 * @param scheme of the link that leads back
 * @throws PluginError
 */
export const openInSystemBrowser = (url: string, scheme: string): Promise<void> =>
  callPlugin('SystemBrowser', (plugin) => plugin.open({ url, scheme }));

/**
 * The user has closed the page without a way back. Android does not tell.
 * @throws PluginNotFoundError
 * @returns a function that stops it
 */
export const listenToClosedBrowser = (onClosed: () => void): (() => Promise<void>) =>
  listenToPlugin('SystemBrowser', (plugin) => plugin.addListener('closed', onClosed));
