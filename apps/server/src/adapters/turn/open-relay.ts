/** The relay of calls by the settings: the server's own, or another one. */
import { readFile } from 'node:fs/promises';
import { isIPv6 } from 'node:net';
import { networkInterfaces } from 'node:os';
import { isLocalHost } from '../../config/local';
import type { Secrets } from '../../config/secrets';
import type { Settings } from '../../config/settings';
import type { Clock } from '../../host/clock';
import { limitLines } from '../../http/limited-lines';
import type { Relay } from '../video/ice-servers';
import type { Certificate } from '../../config/certificate';
import type { Refusal } from './turn';
import { startTurnServer, type TurnServer } from './turn-server';

interface Deps {
  readonly secrets: Pick<Secrets, 'turnSecret'>;
  readonly clock: Clock;
  readonly log: Record<'error' | 'warn' | 'info', (fields: object, line: string) => void>;
}

interface OpenRelay {
  readonly relay: Relay;
  /** Reads the certificate again, which it does by itself twice a day. */
  renewCertificate(): Promise<void>;
  close(): Promise<void>;
}

type TlsSettings = Pick<Settings, 'turnTlsPort' | 'turnTlsCert' | 'turnTlsKey'>;
type RelaySettings = Pick<Settings, 'turnPort' | 'turnHost' | 'turnUrls' | 'turnSecret' | 'publicUrl' | 'host'> &
  TlsSettings;

/** A certificate is renewed by another program, which need not restart this server. */
const CERTIFICATE_READ_EVERY_MS = 12 * 3600_000;

const LOCAL = '127.0.0.1';
const nothingOpen = { renewCertificate: async () => undefined, close: async () => undefined };

/** @returns undefined if there is none: it is switched off, or its port is taken, which is no reason for a server not to start */
export async function openRelay(settings: RelaySettings, deps: Deps): Promise<OpenRelay | undefined> {
  const { turnUrls, turnSecret, turnPort: port } = settings;
  if (turnSecret !== undefined) return { relay: { urls: turnUrls, secret: turnSecret }, ...nothingOpen };
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
      onRefused: createRefusalLog(deps),
    });
    const tls = await openTls(server, settings, log);
    return {
      relay: { urls: [...urlsOf(host, port), ...(tls ? [`turns:${host}:${tls.port}?transport=tcp`] : [])], secret },
      renewCertificate: async () => await tls?.renew(),
      async close() {
        tls?.stop();
        await server.close();
      },
    };
  } catch (error) {
    log.warn(
      { err: error },
      `The relay of calls cannot open port ${port} (TURN_PORT): people in different networks may not reach each other`,
    );
    return undefined;
  }
}

/** Of all clients together: the address of a client, by which they could be told apart, is never logged. */
function createRefusalLog({ clock, log }: Pick<Deps, 'clock' | 'log'>): (refusal: Refusal) => void {
  const limited = limitLines(clock);
  return ({ of, ...about }) =>
    limited(of, () => {
      if (of === 'credentials') log.warn(about, 'Credentials of the relay were refused');
      // Honest browsers cause it in most calls: they try all addresses that the other one has.
      else log.info(about, 'An address outside the relay was refused');
    });
}

/** TLS is for networks that let nothing else out: if it cannot be opened, the relay goes on without it. */
async function openTls(server: TurnServer, settings: TlsSettings, log: Deps['log']) {
  const { turnTlsPort: port, turnTlsCert, turnTlsKey } = settings;
  if (turnTlsCert === undefined || turnTlsKey === undefined) return undefined;
  const read = async (): Promise<Certificate> => ({
    cert: await readFile(turnTlsCert, 'utf8'),
    key: await readFile(turnTlsKey, 'utf8'),
  });
  try {
    const secure = await server.openTls(port, await read());
    const renew = async () => {
      try {
        secure.setCertificate(await read());
      } catch (error) {
        log.error(
          { err: error },
          'The renewed certificate of the relay (TURN_TLS_CERT) cannot be used: the former one is',
        );
      }
    };
    const timer = setInterval(() => void renew(), CERTIFICATE_READ_EVERY_MS);
    return { port: secure.port, renew, stop: () => clearInterval(timer) };
  } catch (error) {
    log.warn(
      { err: error },
      `The relay of calls cannot offer TLS on port ${port} (TURN_TLS_PORT, TURN_TLS_CERT, TURN_TLS_KEY)`,
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
