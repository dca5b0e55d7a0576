/** The relay of calls by the settings: the server's own, or another one. */
import { isIPv6 } from 'node:net';
import { networkInterfaces } from 'node:os';
import { isLocalHost } from '../../config/local';
import type { Secrets } from '../../config/secrets';
import type { Settings } from '../../config/settings';
import type { Clock } from '../../host/clock';
import type { Relay } from '../video/ice-servers';
import { startTurnServer } from './turn-server';

interface Deps {
  readonly secrets: Pick<Secrets, 'turnSecret'>;
  readonly clock: Clock;
  readonly log: Record<'error' | 'warn', (fields: object, line: string) => void>;
}

interface OpenRelay {
  readonly relay: Relay;
  close(): Promise<void>;
}

type RelaySettings = Pick<Settings, 'turnPort' | 'turnHost' | 'turnUrls' | 'turnSecret' | 'publicUrl' | 'host'>;

const LOCAL = '127.0.0.1';

/** @returns undefined if there is none: it is switched off, or its port is taken, which is no reason for a server not to start */
export async function openRelay(settings: RelaySettings, deps: Deps): Promise<OpenRelay | undefined> {
  const { turnUrls, turnSecret, turnPort: port } = settings;
  if (turnSecret !== undefined) return { relay: { urls: turnUrls, secret: turnSecret }, close: async () => undefined };
  if (port === 0) return undefined;
  const { log, clock, secrets } = deps;
  const secret = secrets.turnSecret;
  const onError = (error: unknown) => log.error({ err: error }, 'The relay of calls failed at a message');
  const host = publicHost(settings);
  try {
    const server = await startTurnServer({
      host: host === LOCAL ? LOCAL : allAddresses(),
      port,
      secret,
      clock,
      onError,
    });
    return { relay: { urls: urlsOf(host, port), secret }, close: () => server.close() };
  } catch (error) {
    log.warn(
      { err: error },
      `The relay of calls cannot open port ${port} (TURN_PORT): people in different networks may not reach each other`,
    );
    return undefined;
  }
}

/** Where browsers reach the server. */
function publicHost({ turnHost, publicUrl, host: ownHost }: RelaySettings): string {
  const host = turnHost ?? (publicUrl === undefined ? ownHost : new URL(publicUrl).hostname);
  // A name of this machine could also mean its IPv6 address.
  if (isLocalHost(host)) return LOCAL;
  return isIPv6(host) ? `[${host}]` : host;
}

/** `::` stands for those of both kinds, but not on a machine without IPv6. */
const allAddresses = () =>
  Object.values(networkInterfaces()).some((list) => list?.some(({ family }) => family === 'IPv6')) ? '::' : '0.0.0.0';

/** By TCP for networks that let no UDP through. A TURN server is a STUN server too. */
const urlsOf = (host: string, port: number) => [
  `stun:${host}:${port}`,
  `turn:${host}:${port}?transport=udp`,
  `turn:${host}:${port}?transport=tcp`,
];
