/** The time of the server, as far as it has told it: a device with a wrong clock is refused (X-Timestamp, signatures). */

/** What a refusal tells is later than now by the way it took. */
const SAME_MS = 60_000;

export interface ServerClock {
  now(): Date;
  /** How much the server's time is ahead of the device's, as far as is known. */
  aheadMs(): number;
  correct(serverTime: string): void;
}

export function createServerClock(deviceTime: () => number): ServerClock {
  let aheadMs = 0;
  return {
    now: () => new Date(deviceTime() + aheadMs),
    aheadMs: () => aheadMs,
    correct(serverTime) {
      const next = Date.parse(serverTime) - deviceTime();
      if (Math.abs(next - aheadMs) > SAME_MS) aheadMs = next;
    },
  };
}
