/**
 * OpenID Connect client (Core 1.0, code flow with PKCE), by `openid-client`: what a company's identity provider says of a person. All of
 * its requests go through the client that is protected against SSRF, because an admin names the addresses.
 */
import type { ErrorName } from '@earth/contracts';
import { errors as joseErrors, type JWTPayload, jwtVerify } from 'jose';
import * as oidc from 'openid-client';
import type { Context } from '../../../context';
import { ApiError } from '../../../http/api-error';
import { claimsOf } from './claims';
import { CLOCK_TOLERANCE_SECONDS, createDiscovery, type Discovered, type OpenConnection } from './discovery';
import { failureOf } from './failures';
import type { SignOnClaims } from './store';

/** How old an ID token may be: it comes at once, so an older one means that a clock is off. */
const ID_TOKEN_AGE_SECONDS = 300;
/** Neither `none` nor HMAC: a token is signed by a key that only the provider has. */
const ALGORITHMS = ['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512', 'ES256', 'ES384', 'ES512', 'EdDSA'];

interface Started {
  readonly redirectUrl: string;
  readonly state: string;
  readonly nonce: string;
  readonly verifier: string;
  /** Fills in the field of the provider. */
  readonly email: string | undefined;
}

interface Returned extends Pick<Started, 'redirectUrl' | 'state' | 'nonce' | 'verifier'> {
  /** The query with which the provider has sent the browser back. */
  readonly query: string;
}

export interface Providers {
  /** The issuer that the discovery document below a typed address states. @throws ApiError `providerUnreachable`, `providerMisconfigured` */
  discover(connection: OpenConnection): Promise<string>;
  /** The address of the provider's page. @throws as `discover` */
  startUrl(connection: OpenConnection, started: Started): Promise<string>;
  /** What the provider says of the person. @throws ApiError one of `signOnErrors` */
  claims(connection: OpenConnection, returned: Returned): Promise<SignOnClaims>;
  /** The claims of a logout token whose signature, issuer and audience are right. @throws as jose does */
  verifyLogout(connection: OpenConnection, token: string): Promise<JWTPayload>;
}

/** An address, and what is said of it. */
const addressClaims = ({ email, email_verified, xms_edov }: Readonly<Record<string, unknown>>) => ({
  email,
  email_verified,
  xms_edov,
});

export function createProviders(context: Context): Providers {
  const { clock, log } = context;
  const discovery = createDiscovery(context);

  /** Logged without the token, the code and the secret: only what went wrong. */
  function refuse(error: unknown, companyId: string, step: string): never {
    const name: ErrorName = failureOf(error);
    const { code, cause, message } = error as {
      code?: unknown;
      cause?: { error?: unknown; claim?: unknown };
      message?: unknown;
    };
    log.warn({ companyId, step, name, code, why: message, claim: cause?.claim }, 'A sign-in by a provider failed');
    throw new ApiError(name);
  }

  async function readClaims(connection: OpenConnection, { redirectUrl, query, ...checks }: Returned) {
    const { config } = await discovery.of(connection);
    const current = new URL(redirectUrl);
    current.search = query;
    const tokens = await oidc.authorizationCodeGrant(config, current, {
      pkceCodeVerifier: checks.verifier,
      expectedState: checks.state,
      expectedNonce: checks.nonce,
      idTokenExpected: true,
    });
    const idToken = tokens.claims();
    if (!idToken) throw new ApiError('providerUntrusted');
    const age = clock.now().getTime() / 1000 - idToken.iat;
    if (Math.abs(age) > ID_TOKEN_AGE_SECONDS) throw new ApiError('providerClockOff');
    const isWhole =
      idToken['email'] !== undefined && (connection.roleClaim === '' || claimsOf(idToken, connection).roles.length > 0);
    const hasMore = !isWhole && config.serverMetadata().userinfo_endpoint !== undefined;
    const more: Readonly<Record<string, unknown>> = hasMore
      ? await oidc.fetchUserInfo(config, tokens.access_token, idToken.sub)
      : {};
    // Of two addresses, the one that is verified may be the other; and a token without an address says nothing of that of the userinfo.
    const isOther = idToken['email'] !== more['email'];
    const ofAddress = idToken['email'] === undefined ? addressClaims(more) : {};
    return claimsOf({ ...more, ...(isOther && addressClaims({})), ...idToken, ...ofAddress }, connection);
  }

  return {
    async discover(connection) {
      try {
        return await discovery.issuerAt(connection);
      } catch (error) {
        return refuse(error, connection.companyId, 'discovery');
      }
    },
    async startUrl(connection, { redirectUrl, state, nonce, verifier, email }) {
      try {
        const { config } = await discovery.of(connection);
        return oidc.buildAuthorizationUrl(config, {
          redirect_uri: redirectUrl,
          scope: 'openid email profile',
          state,
          nonce,
          code_challenge: await oidc.calculatePKCECodeChallenge(verifier),
          code_challenge_method: 'S256',
          ...(email !== undefined && { login_hint: email }),
        }).href;
      } catch (error) {
        return refuse(error, connection.companyId, 'start');
      }
    },
    async claims(connection, returned) {
      try {
        return await readClaims(connection, returned);
      } catch (error) {
        return refuse(error, connection.companyId, 'return');
      }
    },
    verifyLogout: async (connection, token) =>
      await verify(token, { ...(await discovery.of(connection)), clientId: connection.clientId, now: clock.now() }),
  };
}

interface Verification extends Discovered {
  readonly clientId: string;
  readonly now: Date;
}

async function verify(token: string, { config, keys, clientId, now }: Verification): Promise<JWTPayload> {
  const { payload, protectedHeader } = await jwtVerify(token, keys, {
    issuer: config.serverMetadata().issuer,
    algorithms: ALGORITHMS,
    audience: clientId,
    currentDate: now,
    clockTolerance: CLOCK_TOLERANCE_SECONDS,
    requiredClaims: ['iat', 'jti', 'events'],
  });
  if (protectedHeader.typ !== undefined && !/^(application\/)?(logout\+)?jwt$/i.test(protectedHeader.typ))
    throw new joseErrors.JWTInvalid('Not a logout token');
  return payload;
}
