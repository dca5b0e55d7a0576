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

/** @returns a function that throws ApiError `providerMisconfigured`, and errors of the library and of the network */
export function createDiscovery({ clock, outside, settings }: Context) {
  const cache = new Map<string, { readonly found: Promise<Discovered>; readonly until: number }>();
  const send = createSender(outside, settings);

  async function discover({ issuer, clientId, clientSecret }: OpenConnection, skew: number): Promise<Discovered> {
    const url = new URL(issuer);
    const config = await oidc.discovery(
      url,
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
    const keysUrl = requireUsable(config, url);
    const keys = createRemoteJWKSet(keysUrl, { [keysFetch]: send, timeoutDuration: TIMEOUT_SECONDS * 1000 });
    return { config, keys };
  }

  return async (connection: OpenConnection): Promise<Discovered> => {
    const now = clock.now().getTime();
    // The library has the time of the system.
    const skew = Math.round((now - systemClock.now().getTime()) / 1000);
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
  };
}

/** @returns the address of its keys. @throws ApiError `providerMisconfigured` */
function requireUsable(config: oidc.Configuration, url: URL): URL {
  const {
    issuer,
    authorization_endpoint: authorization,
    token_endpoint: token,
    jwks_uri: keys,
  } = config.serverMetadata();
  // The library takes an address of Microsoft's that stands for all of its customers.
  if (new URL(issuer).href !== url.href) throw new ApiError('providerMisconfigured');
  // The page of the user goes there.
  const isSafe = authorization?.startsWith('https://') ?? false;
  if (!isSafe || token === undefined || keys === undefined) throw new ApiError('providerMisconfigured');
  return new URL(keys);
}

/** Basic is what every provider must have unless it says otherwise (OpenID Connect Discovery 1.0, 3). */
const authenticate =
  (secret: string): oidc.ClientAuth =>
  (server, client, body, headers) => {
    const methods = server.token_endpoint_auth_methods_supported ?? ['client_secret_basic'];
    const way = methods.includes('client_secret_basic') ? oidc.ClientSecretBasic : oidc.ClientSecretPost;
    way(secret)(server, client, body, headers);
  };
