/**
 * How much a peer may say: what comes beyond it is dropped unread, so that a flood costs no more than this. A token
 * bucket; a message costs a token, and one more for each 4,096 characters.
 */
import type { Clock } from '../../ports';

/** All that somebody has drawn in a long call, told at once when one meets. */
export const TOKENS_MAX = 2_000;
/** A pen, a laser and a pointer at each frame of a fast screen, with room for the rest. */
export const TOKENS_PER_SECOND = 400;
const CHARS_A_TOKEN = 4_096;

/** @returns whether this one may be read */
export function createAllowance(clock: Pick<Clock, 'now'>): (data: unknown) => boolean {
  let tokens = TOKENS_MAX;
  let filledAt = clock.now();

  return (data) => {
    const now = clock.now();
    tokens = Math.min(TOKENS_MAX, tokens + (Math.max(0, now - filledAt) * TOKENS_PER_SECOND) / 1_000);
    filledAt = now;
    const cost = 1 + (typeof data === 'string' ? Math.floor(data.length / CHARS_A_TOKEN) : 0);
    if (tokens < cost) return false;
    tokens -= cost;
    return true;
  };
}
