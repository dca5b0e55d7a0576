/** The input of an invitation and its validation, outside React. */
import { type CallInput, email as emailSchema, type invite, isBlank } from '@earth/contracts';
import * as z from 'zod/mini';
import { ApiError, NO_ANSWER } from '../../../platform';
import type { InvitationText } from './texts';

export type Typed = CallInput<typeof invite> & { readonly language: string };

/** An error text, ours or the server's, at a field or, without one, at the end of the form. */
export type Problem = { readonly field?: 'email' | 'name' } & (
  | { readonly text: InvitationText; readonly values?: Readonly<Record<string, string | number>> }
  | { readonly words: string }
);

/** Validates an e-mail address without the server. */
export function problemInEmail(email: string, ownEmail: string): Problem | null {
  if (!email.trim()) return { field: 'email', text: 'fieldEmpty' };
  const parsed = z.safeParse(emailSchema, email);
  if (!parsed.success) return { field: 'email', text: 'emailFormat' };
  return parsed.data === ownEmail ? { field: 'email', text: 'ownEmail' } : null;
}

/** Validates the form without the server: a problem for each wrong field, in the order of the fields. */
export function problemsIn({ email, name }: Pick<Typed, 'email' | 'name'>, ownEmail: string): readonly Problem[] {
  const inEmail = problemInEmail(email, ownEmail);
  return [...(inEmail ? [inEmail] : []), ...(isBlank(name) ? [{ field: 'name', text: 'fieldEmpty' } as const] : [])];
}

/** Maps the server's error to a field. */
export function problemOf(error: unknown): Problem {
  if (!(error instanceof ApiError) || error.code === NO_ANSWER) return { text: 'noAnswer' };
  switch (error.error) {
    case 'conflict':
      return { field: 'email', text: 'conflict' };
    case 'tooManyTries':
      return { field: 'email', text: 'tooSoon', values: { seconds: error.retryAfterSeconds ?? 30 } };
    case 'notFound':
      return { text: 'gone' };
    case 'notAllowed':
      return { text: 'notAllowed' };
    default: {
      const field = (['email', 'name'] as const).find((name) => error.fields[name] !== undefined);
      return field ? { field, words: error.fields[field] ?? error.message } : { words: error.message };
    }
  }
}
