/** The time of the server, as far as it has told it: a device with a wrong clock is refused (X-Timestamp, signatures). */

/** What a refusal tells is later than now by the way it took. */
const SAME_MS = 60_000;

export interface ServerClock {
  now(): Date;
  /** @returns whether our time was wrong */
  correct(serverTime: string): boolean;
}

export function createServerClock(deviceTime: () => number): ServerClock {
  let aheadMs = 0;
  return {
    now: () => new Date(deviceTime() + aheadMs),
    correct(serverTime) {
      const next = Date.parse(serverTime) - deviceTime();
      const isWrong = Math.abs(next - aheadMs) > SAME_MS;
      if (isWrong) aheadMs = next;
      return isWrong;
    },
  };
}
