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

/** @returns false if the browser does not keep it: then the user must not leave the page, because there is no way back */
export function rememberSignOn(given: StartedSignOn): boolean {
  try {
    sessionStorage.setItem(KEY, JSON.stringify(given));
    return true;
  } catch {
    return false;
  }
}

/** Null: this tab has started none, or the browser has not kept it. */
export function takeSignOn(): StartedSignOn | null {
  try {
    const kept = sessionStorage.getItem(KEY) ?? 'null';
    sessionStorage.removeItem(KEY);
    return z.safeParse(started, JSON.parse(kept)).data ?? null;
  } catch {
    return null;
  }
}
