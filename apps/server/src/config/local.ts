/** Whether the server is for this machine alone, by what its settings say: a request through a proxy proves nothing. */
import type { Settings } from './settings';

const LOCAL_HOST = /^(localhost|127(\.\d+){3}|\[?::1\]?)$/i;

export const isLocalHost = (host: string): boolean => LOCAL_HOST.test(host);

/** PUBLIC_URL is on this machine; where it is not set, it is made from HOST. */
export const isServedLocally = ({ publicUrl, host }: Pick<Settings, 'publicUrl' | 'host'>): boolean =>
  isLocalHost(publicUrl === undefined ? host : new URL(publicUrl).hostname);
