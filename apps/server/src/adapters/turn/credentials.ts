/**
 * Credentials that carry their own end: `<seconds since 1970>:<user>`, with an HMAC as the password. They are those of coturn's
 * `use-auth-secret`, so that they open either relay.
 */
import { createHmac } from 'node:crypto';
import type { Clock } from '../../host/clock';

/** Longer than a call: a page asks for them once. */
const VALID_SECONDS = 12 * 60 * 60;

export interface TurnCredentials {
  readonly username: string;
  readonly credential: string;
}

const passwordOf = (secret: string, username: string) => createHmac('sha1', secret).update(username).digest('base64');

export function issueCredentials(secret: string, clock: Clock, contactId: string): TurnCredentials {
  const expires = Math.floor(clock.now().getTime() / 1000) + VALID_SECONDS;
  // Everybody on the way reads the name, so it is not the id of the contact; but it stays the same, for the quota of the user.
  const user = createHmac('sha256', secret).update(`user ${contactId}`).digest('base64url').slice(0, 16);
  const username = `${expires}:${user}`;
  return { username, credential: passwordOf(secret, username) };
}

/** Who the credentials are for, and their password; null if they have expired, or are none. */
export function readUsername(
  secret: string,
  clock: Clock,
  username: string,
): { user: string; password: string } | null {
  const [, expires, user] = /^(\d{1,12}):(.{1,64})$/.exec(username) ?? [];
  if (user === undefined || Number(expires) * 1000 <= clock.now().getTime()) return null;
  return { user, password: passwordOf(secret, username) };
}
