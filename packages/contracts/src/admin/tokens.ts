/** API tokens: with one a program of the company reads or writes its contents, or reads its leads. */
import * as z from 'zod/mini';
import { defineCall, tokenScopes } from '../call';
import { date, id, showsSomething } from '../entities';
import { fields } from '../wire';

/** Most API tokens of a company, expired ones too until somebody ends them. */
export const TOKENS_MAX = 20;
export const TOKEN_NAME_MAX = 60;
/** For how many days a token may be valid. */
export const tokenDays = [30, 90, 365] as const;
export type TokenDays = (typeof tokenDays)[number];

const scope = z.enum(tokenScopes);

const apiToken = fields({
  id,
  name: z.string(),
  scopes: z.array(scope),
  /** The end of the token, by which somebody who has it recognizes it. */
  lastFour: z.string(),
  createdDate: date,
  /** The admin who made it. */
  createdBy: z.nullable(z.string()),
  expiresDate: date,
  /** To the minute; null: never. */
  lastUsedDate: z.nullable(date),
});
export type ApiToken = z.infer<typeof apiToken>;

const all = { tag: 'API tokens', path: '/api/back-office/tokens' } as const;

export const listTokens = defineCall({
  ...all,
  name: 'listTokens',
  summary: 'For admins: the API tokens of the company, newest first',
  method: 'GET',
  data: () => z.array(apiToken),
  errors: ['notAllowed'],
});

export const createToken = defineCall({
  ...all,
  name: 'createToken',
  summary: 'For admins: creates an API token of the company; only this answer contains it',
  method: 'POST',
  body: () =>
    fields({
      name: z.string().check(z.trim(), z.minLength(1), showsSomething, z.maxLength(TOKEN_NAME_MAX)),
      scopes: z.array(scope).check(z.minLength(1), z.maxLength(tokenScopes.length)),
      days: z.literal(tokenDays),
    }),
  data: () => fields({ apiToken, token: z.string() }),
  errors: ['notAllowed', 'conflict', 'signInAgain'],
});

export const endToken = defineCall({
  tag: 'API tokens',
  path: '/api/back-office/tokens/{tokenId}',
  name: 'endToken',
  summary: 'For admins: revokes an API token',
  method: 'DELETE',
  data: () => z.null(),
  errors: ['notAllowed', 'notFound'],
});
