/** What a provider says of a person, in the form in which it is used here. */
import { email as emailSchema, type RoleCode } from '@earth/contracts';
import * as z from 'zod/mini';
import type { Connection, SignOnClaims } from './store';

type Claims = Readonly<Record<string, unknown>> & { readonly iss: string; readonly sub: string };

const NAME_MAX = 120;
const ROLES_MAX = 200;
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
  return name.slice(0, NAME_MAX);
}

export function claimsOf(claims: Claims, { roleClaim }: Pick<Connection, 'roleClaim'>): SignOnClaims {
  const parsed = z.safeParse(emailSchema, claims['email']);
  const email = parsed.success ? parsed.data : '';
  const roles = roleClaim === '' ? [] : [readClaim(claims, roleClaim) ?? []].flat();
  return {
    issuer: claims.iss,
    subject: claims.sub,
    sid: textOf(claims['sid']) || null,
    email,
    // Microsoft Entra ID says it by a claim of its own: the domain of the address is the organisation's.
    isEmailVerified: isTrue(claims['email_verified']) || isTrue(claims['xms_edov']),
    name: nameOf(claims, email),
    roles: roles.filter((role) => typeof role === 'string').slice(0, ROLES_MAX),
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
