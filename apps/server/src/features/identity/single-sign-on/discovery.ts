/** OpenID Connect Discovery 1.0: what a provider says of itself, and its keys; cached. */
import { createRemoteJWKSet, customFetch as keysFetch, type JWTVerifyGetKey } from 'jose';
import * as oidc from 'openid-client';
import type { Context } from '../../../context';
import { systemClock } from '../../../host/clock';
import { ApiError } from '../../../http/api-error';
import { createSender, TIMEOUT_SECONDS } from './sender';
import type { Connection } from './store';

/** How far the clocks may differ. */
export const CLOCK_TOLERANCE_SECONDS = 120;
/** For how long a discovery document counts. */
const DISCOVERY_MS = 10 * 60_000;
const CACHED_MAX = 200;
/** A connection with its secret in plain. */
export type OpenConnection = Pick<Connection, 'companyId' | 'issuer' | 'clientId' | 'roleClaim' | 'roles'> & {
  readonly clientSecret: string;
};

export interface Discovered {
  readonly config: oidc.Configuration;
  /** The keys of the provider, cached by jose. */
  readonly keys: JWTVerifyGetKey;
}

interface Discovery {
  /** Of a stored connection: its document states exactly the stored issuer. */
  of(connection: OpenConnection): Promise<Discovered>;
  /** The issuer that the document states below an address that an admin has typed; it may differ from that by a slash at the end. */
  issuerAt(typed: OpenConnection): Promise<string>;
}

/** Both functions throw ApiError `providerMisconfigured`, and errors of the library and of the network. */
export function createDiscovery({ clock, outside, settings }: Context): Discovery {
  const cache = new Map<string, { readonly found: Promise<Discovered>; readonly until: number }>();
  const send = createSender(outside, settings);

  async function read({ issuer, clientId, clientSecret }: OpenConnection, skew: number): Promise<oidc.Configuration> {
    return await oidc.discovery(
      new URL(`${withoutSlash(issuer)}/.well-known/openid-configuration`),
      clientId,
      {
        [oidc.clockTolerance]: CLOCK_TOLERANCE_SECONDS,
        [oidc.clockSkew]: skew,
      },
      authenticate(clientSecret),
      {
        [oidc.customFetch]: send,
        timeout: TIMEOUT_SECONDS,
        // The signature is checked too, although the token comes over a connection of our own.
        execute: [oidc.enableNonRepudiationChecks],
      },
    );
  }

  async function discover(connection: OpenConnection, skew: number): Promise<Discovered> {
    const config = await read(connection, skew);
    const { issuer, keysUrl } = requireUsable(config);
    // Given the address of a document, the library does not compare its issuer. It has that of tokens to be the document's.
    if (issuer !== connection.issuer) throw new ApiError('providerMisconfigured');
    const keys = createRemoteJWKSet(keysUrl, { [keysFetch]: send, timeoutDuration: TIMEOUT_SECONDS * 1000 });
    return { config, keys };
  }

  // The library has the time of the system.
  const skewAt = (now: number) => Math.round((now - systemClock.now().getTime()) / 1000);

  async function discovered(connection: OpenConnection): Promise<Discovered> {
    const now = clock.now().getTime();
    const skew = skewAt(now);
    const key = JSON.stringify([connection.issuer, connection.clientId, connection.clientSecret, skew]);
    const known = cache.get(key);
    if (known && known.until > now) return await known.found;
    if (cache.size >= CACHED_MAX) cache.clear();
    // Also while it is under way: strangers can start sign-ins, and each would ask the provider.
    const found = discover(connection, skew);
    cache.set(key, { found, until: now + DISCOVERY_MS });
    try {
      return await found;
    } catch (error) {
      if (cache.get(key)?.found === found) cache.delete(key);
      throw error;
    }
  }

  return {
    of: discovered,
    async issuerAt(typed) {
      const { issuer } = requireUsable(await read(typed, skewAt(clock.now().getTime())));
      // Parsed, so that an admin may type a name in capitals, or the port 443.
      const isIt = URL.canParse(issuer) && withoutSlash(new URL(issuer).href) === withoutSlash(typed.issuer);
      if (!isIt) throw new ApiError('providerMisconfigured');
      return issuer;
    },
  };
}

/** OpenID Connect Discovery 1.0, 4.1. Of several slashes one is left out. */
const withoutSlash = (address: string): string => address.replace(/\/$/, '');

/** @throws ApiError `providerMisconfigured` */
function requireUsable(config: oidc.Configuration): { readonly issuer: string; readonly keysUrl: URL } {
  const {
    issuer,
    authorization_endpoint: authorization,
    token_endpoint: token,
    jwks_uri: keys,
  } = config.serverMetadata();
  // The page of the user goes there.
  const isSafe = authorization?.startsWith('https://') ?? false;
  if (!isSafe || token === undefined || keys === undefined) throw new ApiError('providerMisconfigured');
  return { issuer, keysUrl: new URL(keys) };
}

/** Basic is what every provider must have unless it says otherwise (OpenID Connect Discovery 1.0, 3). */
const authenticate =
  (secret: string): oidc.ClientAuth =>
  (server, client, body, headers) => {
    const methods = server.token_endpoint_auth_methods_supported ?? ['client_secret_basic'];
    const way = methods.includes('client_secret_basic') ? oidc.ClientSecretBasic : oidc.ClientSecretPost;
    way(secret)(server, client, body, headers);
  };
