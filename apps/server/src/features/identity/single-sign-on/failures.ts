/** Why a sign-in by a provider failed, as an error of the contract. */
import type { ErrorName } from '@earth/contracts';
import * as oidc from 'openid-client';
import { ApiError } from '../../../http/api-error';

/** The claims whose comparison has an error of its own. */
const CLAIMS: Readonly<Record<string, ErrorName>> = {
  aud: 'providerWrongAudience',
  azp: 'providerWrongAudience',
  iss: 'providerWrongIssuer',
};

/** By the codes of the library. Absent: the answer is not what it has to be. */
const CODES: Readonly<Record<string, ErrorName>> = {
  OAUTH_TIMEOUT: 'providerUnreachable',
  OAUTH_ABORT: 'providerUnreachable',
  OAUTH_JWT_TIMESTAMP_CHECK_FAILED: 'providerClockOff',
  OAUTH_RESPONSE_IS_NOT_CONFORM: 'providerMisconfigured',
  OAUTH_RESPONSE_IS_NOT_JSON: 'providerMisconfigured',
  OAUTH_PARSE_ERROR: 'providerMisconfigured',
  OAUTH_JSON_ATTRIBUTE_COMPARISON_FAILED: 'providerMisconfigured',
  OAUTH_MISSING_SERVER_METADATA: 'providerMisconfigured',
  OAUTH_INVALID_SERVER_METADATA: 'providerMisconfigured',
  OAUTH_UNSUPPORTED_OPERATION: 'providerMisconfigured',
};

/** What the provider's token endpoint says (RFC 6749, 5.2). */
const ofBody = (error: string): ErrorName => (error === 'invalid_grant' ? 'providerCodeUsed' : 'providerMisconfigured');

export function failureOf(error: unknown): ErrorName {
  if (error instanceof ApiError) return error.error;
  if (error instanceof oidc.AuthorizationResponseError)
    return error.error === 'temporarily_unavailable' || error.error === 'server_error'
      ? 'providerUnreachable'
      : 'providerRefused';
  if (error instanceof oidc.ResponseBodyError) return ofBody(error.error);
  if (error instanceof oidc.WWWAuthenticateChallengeError) return 'providerMisconfigured';
  if (!(error instanceof oidc.ClientError)) return 'providerUnreachable';
  return ofLibrary(error);
}

function ofLibrary({ code, cause }: oidc.ClientError): ErrorName {
  // What the network has thrown has no code.
  if (code === undefined) return 'providerUnreachable';
  if (cause instanceof Response && cause.status >= 500) return 'providerUnreachable';
  const { cause: details } = (cause ?? {}) as {
    readonly cause?: { readonly claim?: unknown; readonly attribute?: unknown };
  };
  const claim = typeof details?.claim === 'string' ? CLAIMS[details.claim] : undefined;
  if (claim) return claim;
  return CODES[code] ?? 'providerUntrusted';
}
