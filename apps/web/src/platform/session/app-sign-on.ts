/**
 * What the mobile app keeps while the user is at an identity provider, in the browser of the system. Android may end the app meanwhile, and
 * the link that comes back starts it again, so it is stored for the device; and for the time only in which that link can come.
 */
import { SIGN_ON_MINUTES, SIGN_ON_TICKET_SECONDS } from '@earth/contracts';
import * as z from 'zod/mini';

const KEY = 'appSignOn';
const VERIFIER_BYTES = 32;
/** In milliseconds: as long as the server keeps what was started, and its ticket. */
export const APP_SIGN_ON_MS = SIGN_ON_MINUTES * 60_000 + SIGN_ON_TICKET_SECONDS * 1000;

const started = z.object({
  /** Exchanges the ticket, which others may have seen (as in PKCE, RFC 7636). */
  verifier: z.string(),
  expiresAt: z.number(),
  /** Where the user wanted to go. */
  to: z.optional(z.string()),
  email: z.optional(z.string()),
});
type AppSignOn = z.infer<typeof started>;

const toBase64Url = (bytes: Uint8Array) =>
  btoa(String.fromCodePoint(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');

/** A new verifier, and its challenge (RFC 7636, 4.2: S256). */
export async function createVerifier(): Promise<{ readonly verifier: string; readonly challenge: string }> {
  const verifier = toBase64Url(crypto.getRandomValues(new Uint8Array(VERIFIER_BYTES)));
  const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(verifier));
  return { verifier, challenge: toBase64Url(new Uint8Array(hash)) };
}

/**
 * Replaces the one before: its link signs nobody in any more.
 * @returns false if the device does not keep it: then the provider's page must not be opened, because there is no way back
 */
export function rememberAppSignOn(given: Omit<AppSignOn, 'expiresAt'>): boolean {
  try {
    localStorage.setItem(KEY, JSON.stringify({ ...given, expiresAt: Date.now() + APP_SIGN_ON_MS }));
    return true;
  } catch {
    return false;
  }
}

export const forgetAppSignOn = (): void => localStorage.removeItem(KEY);

/** @throws if it is no JSON */
function parse(kept: string | null): AppSignOn | null {
  const parsed = z.safeParse(started, JSON.parse(kept ?? 'null'));
  return parsed.success && parsed.data.expiresAt > Date.now() ? parsed.data : null;
}

/** Whether the app has started one: no other link of a sign-in is followed. */
export function isAppSignOnUnderWay(): boolean {
  try {
    return parse(localStorage.getItem(KEY)) !== null;
  } catch {
    return false;
  }
}

/** Null: this app has started none, or too long ago, or the device has not kept it. */
export function takeAppSignOn(): AppSignOn | null {
  try {
    const kept = localStorage.getItem(KEY);
    localStorage.removeItem(KEY);
    return parse(kept);
  } catch {
    return null;
  }
}
