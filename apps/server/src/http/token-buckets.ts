/** Token buckets: a number of calls per minute, with bursts up to that number. Per server. */
import type { Clock } from '../host/clock';

const MINUTE_MS = 60_000;
/** At this number of buckets, full ones are deleted. */
const SWEEP_AT = 10_000;

interface Bucket {
  tokens: number;
  at: number;
}

/**
 * @param perMinute capacity of a bucket, and its refill per minute; 0: no limit
 * @returns a function that takes a token from the bucket of a key. It returns 0, or the seconds until there is one
 */
export function createTokenBuckets(clock: Clock, perMinute: number): (key: string) => number {
  const buckets = new Map<string, Bucket>();
  let sweepAt = SWEEP_AT;

  function sweep(now: number): void {
    for (const [key, { at }] of buckets) if (now - at >= MINUTE_MS) buckets.delete(key);
    sweepAt = Math.max(SWEEP_AT, buckets.size * 2);
  }

  return (key) => {
    if (perMinute === 0) return 0;
    const now = clock.now().getTime();
    if (buckets.size >= sweepAt) sweep(now);
    const bucket = buckets.get(key) ?? { tokens: perMinute, at: now };
    const cameBack = (Math.max(0, now - bucket.at) * perMinute) / MINUTE_MS;
    const tokens = Math.min(perMinute, bucket.tokens + cameBack);
    const isTaken = tokens >= 1;
    buckets.set(key, { tokens: isTaken ? tokens - 1 : tokens, at: now });
    return isTaken ? 0 : ((1 - tokens) * MINUTE_MS) / perMinute / 1000;
  };
}
