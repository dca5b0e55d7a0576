/** Whether the server serves this machine alone, by its settings: a request proves nothing, since it may come through a proxy. */
const LOCAL_HOST = /^(localhost|127(\.\d+){3}|\[?::1\]?)$/i;

export const isLocalHost = (host: string): boolean => LOCAL_HOST.test(host);

/** HOST is on this machine, and so is PUBLIC_URL if it is set. */
export const isServedLocally = ({
  publicUrl,
  host,
}: {
  readonly publicUrl: string | undefined;
  readonly host: string;
}): boolean => isLocalHost(host) && (publicUrl === undefined || isLocalHost(new URL(publicUrl).hostname));
