/**
 * Token bucket that limits a peer's messages: messages beyond it are dropped unread, so that a flood costs little. A message
 * costs one token, and one more for each 4,096 characters, or bytes if it is sealed.
 */
import type { Clock } from '@earth/async';

/** Enough for all drawings of a long call, which a peer sends at once when the channel opens. */
export const TOKENS_MAX = 2_000;
/** Enough for a pen, a laser and a pointer at each frame of a fast screen, and some more. */
export const TOKENS_PER_SECOND = 400;
const CHARS_A_TOKEN = 4_096;

/** @returns a function that tells whether a message may be read, and charges it */
export function createAllowance(clock: Pick<Clock, 'now'>): (data: unknown) => boolean {
  let tokens = TOKENS_MAX;
  let filledAt = clock.now();

  return (data) => {
    const now = clock.now();
    tokens = Math.min(TOKENS_MAX, tokens + (Math.max(0, now - filledAt) * TOKENS_PER_SECOND) / 1_000);
    filledAt = now;
    const length = typeof data === 'string' || data instanceof Uint8Array ? data.length : 0;
    const cost = 1 + Math.floor(length / CHARS_A_TOKEN);
    if (tokens < cost) return false;
    tokens -= cost;
    return true;
  };
}
