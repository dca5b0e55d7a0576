/** Input of a call: path parameters, query and body, validated against the contract. */
import {
  type CallArguments,
  type CallSpec,
  decode,
  isBlank,
  type ObjectSchema,
  parametersOf,
  wireNamesOf,
} from '@earth/contracts';
import type { FastifyRequest } from 'fastify';
import type * as z from 'zod/v4/core';
import { textsOf } from '../config/texts';
import { ApiError } from './api-error';
import { languageOf } from './language';
import type en from './texts/en.json';

/** D5.11 has the words, but for those about length. */
export const wordsIn = textsOf<typeof en>('apps/server/src/http');

function wordOf(issue: z.$ZodIssue, given: unknown): keyof typeof en {
  if (given === undefined || (typeof given === 'string' && isBlank(given))) return 'missing';
  if (issue.code === 'invalid_format' && issue.format === 'email') return 'email';
  if (issue.code === 'too_small') return 'short';
  if (issue.code === 'too_big') return 'long';
  return 'other';
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** PostgreSQL stores no NUL in a text, and no user types one. */
function hasNul(value: unknown, depth = 3): boolean {
  if (typeof value === 'string') return value.includes('\0');
  if (typeof value !== 'object' || value === null || depth === 0) return false;
  return Object.values(value).some((item) => hasNul(item, depth - 1));
}

/**
 * Validates the given values against a schema.
 * @returns `wrong`: a message for each wrong field, under its name on the wire
 */
export function readFields<S extends ObjectSchema>(
  schema: S,
  raw: unknown,
  { from, language }: { readonly from: 'json' | 'text'; readonly language: string },
): { readonly data: z.output<S> | null; readonly wrong: ReadonlyMap<string, string> } {
  const given = isRecord(raw) ? raw : {};
  const words = wordsIn(language);
  const wrong = new Map<string, string>();
  // Only the fields of the schema are checked: there may be any number of others.
  for (const field of wireNamesOf(schema)) if (hasNul(given[field])) wrong.set(field, words('other'));
  const read = decode(schema, raw, from);
  if (read.success) return { data: read.data, wrong };
  for (const issue of read.issues) {
    const field = String(issue.path[0] ?? 'body');
    if (!wrong.has(field)) wrong.set(field, words(wordOf(issue, given[field])));
  }
  return { data: null, wrong };
}

/**
 * The validated input of a call.
 * @throws ApiError `invalidInput` with the fields' names on the wire
 */
export function readInput<C extends CallSpec>(call: C, request: FastifyRequest): CallArguments<C> {
  const language = languageOf(request.headers['accept-language']);
  const body = request.body ?? {};
  if (!isRecord(body)) throw new ApiError('invalidInput', 'body');
  const isJson = request.headers['content-type']?.startsWith('application/json') ?? false;
  const parts = [
    { schema: parametersOf(call.path), raw: request.params, from: 'text' },
    { schema: call.query, raw: request.query, from: 'text' },
    { schema: call.body, raw: body, from: isJson ? 'json' : 'text' },
  ] as const;
  const input = {};
  const wrong = new Map<string, string>();
  for (const { schema, raw, from } of parts) {
    const read = readFields(schema, raw, { from, language });
    Object.assign(input, read.data);
    for (const [field, message] of read.wrong) wrong.set(field, message);
  }
  if (wrong.size > 0)
    throw new ApiError('invalidInput', [...wrong.keys()].join(', '), { fields: Object.fromEntries(wrong) });
  return input as CallArguments<C>;
}
