/**
 * What a page keeps while the user is at an identity provider: for this tab alone, so that an answer that somebody else has brought into
 * the browser signs nobody in.
 */
import * as z from 'zod/mini';

const KEY = 'signOn';
const started = z.object({
  /** Shown with the ticket that the server sends the browser back with. */
  secret: z.string(),
  /** Where the user wanted to go. */
  to: z.optional(z.string()),
  email: z.optional(z.string()),
});
export type StartedSignOn = z.infer<typeof started>;

export const rememberSignOn = (given: StartedSignOn): void => sessionStorage.setItem(KEY, JSON.stringify(given));

/** Null: this tab has started none. */
export function takeSignOn(): StartedSignOn | null {
  const parsed = z.safeParse(started, JSON.parse(sessionStorage.getItem(KEY) ?? 'null'));
  sessionStorage.removeItem(KEY);
  return parsed.data ?? null;
}
