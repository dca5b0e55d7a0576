/** What is typed into an invitation, and what can be wrong with it. Outside React: the dialog shows it. */
import { type CallInput, email as emailSchema, type invite, isBlank, type Language } from '@earth/contracts';
import * as z from 'zod/mini';
import { ApiError, NO_ANSWER } from '../../../platform';
import type { InvitationText } from './texts';

export type Typed = CallInput<typeof invite> & { readonly language: Language };

/** Words of our own or the server's, at a field or, without one, at the end of the form. */
export type Problem = { readonly field?: 'email' | 'name' } & (
  | { readonly text: InvitationText; readonly values?: Readonly<Record<string, string | number>> }
  | { readonly words: string }
);

/** What one can see of the address of somebody else without asking the server. */
export function problemInEmail(email: string, ownEmail: string): Problem | null {
  if (!email.trim()) return { field: 'email', text: 'fieldEmpty' };
  const parsed = z.safeParse(emailSchema, email);
  if (!parsed.success) return { field: 'email', text: 'emailFormat' };
  return parsed.data === ownEmail ? { field: 'email', text: 'ownEmail' } : null;
}

/** What one can see without asking the server. */
export function problemIn({ email, name }: Pick<Typed, 'email' | 'name'>, ownEmail: string): Problem | null {
  return problemInEmail(email, ownEmail) ?? (isBlank(name) ? { field: 'name', text: 'fieldEmpty' } : null);
}

/** What the server had against it. */
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
