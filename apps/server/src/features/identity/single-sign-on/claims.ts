/** What a provider says of a person, in the form in which it is used here. */
import { email as emailSchema, type RoleCode } from '@earth/contracts';
import * as z from 'zod/mini';
import { ApiError } from '../../../http/api-error';
import type { Connection, SignOnClaims } from './store';

type Claims = Readonly<Record<string, unknown>> & { readonly iss: string; readonly sub: string };

const NAME_MAX = 120;
/** OpenID Connect Core 1.0, 2: of `sub`. Control characters and halves of characters cannot be stored. */
const ID = /^[^\p{Cc}\p{Cs}]{1,255}$/u;
const isTrue = (value: unknown) => [true, 1, 'true', '1'].some((one) => one === value);
const textOf = (value: unknown): string => (typeof value === 'string' ? value.trim() : '');

/** A claim by its name, or by a path through objects such as `realm_access.roles`. Names with dots come first: some are URLs. */
function readClaim(claims: Readonly<Record<string, unknown>>, name: string): unknown {
  if (Object.hasOwn(claims, name)) return claims[name];
  let value: unknown = claims;
  for (const part of name.split('.')) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, part)) return undefined;
    value = (value as Record<string, unknown>)[part];
  }
  return value;
}

function nameOf(claims: Claims, email: string): string {
  const parts = `${textOf(claims['given_name'])} ${textOf(claims['family_name'])}`.trim();
  const name = textOf(claims['name']) || parts || textOf(claims['preferred_username']) || email.split('@', 1)[0] || '';
  return name.slice(0, NAME_MAX).replace(/\p{Cc}|\p{Cs}/gu, '');
}

/** @throws ApiError `providerMisconfigured` if an id is none */
export function claimsOf(claims: Claims, { roleClaim, roles }: Pick<Connection, 'roleClaim' | 'roles'>): SignOnClaims {
  const parsed = z.safeParse(emailSchema, claims['email']);
  const email = parsed.success ? parsed.data : '';
  const said = roleClaim === '' ? [] : [readClaim(claims, roleClaim) ?? []].flat();
  const sid = textOf(claims['sid']) || null;
  if (!ID.test(claims.sub) || (sid !== null && !ID.test(sid))) throw new ApiError('providerMisconfigured');
  return {
    issuer: claims.iss,
    subject: claims.sub,
    sid,
    email,
    // Microsoft Entra ID says it by a claim of its own: the domain of the address is the organisation's.
    isEmailVerified: isTrue(claims['email_verified']) || isTrue(claims['xms_edov']),
    name: nameOf(claims, email),
    // A provider may name hundreds of groups.
    roles: roles.map(({ value }) => value).filter((value) => said.includes(value)),
  };
}

/**
 * The role by the claims.
 * @returns null: nobody without one gets in; undefined: roles are given here alone
 */
export function roleOf(
  { roleClaim, roles, defaultRole }: Pick<Connection, 'roleClaim' | 'roles' | 'defaultRole'>,
  claims: Pick<SignOnClaims, 'roles'>,
): RoleCode | null | undefined {
  if (roleClaim === '') return undefined;
  return roles.find(({ value }) => claims.roles.includes(value))?.role ?? defaultRole;
}
