/** Lines in the log about what clients have caused: a hostile one must not fill the disk with them. */
import type { Clock } from '../host/clock';
import { createTokenBuckets } from './token-buckets';

/** Of each key. */
export const LINES_A_MINUTE = 10;

/** @returns runs `write`, unless that was done too often for this key of late */
export function limitLines(clock: Clock): (key: string, write: () => void) => void {
  const take = createTokenBuckets(clock, LINES_A_MINUTE);
  return (key, write) => {
    if (take(key) === 0) write();
  };
}
