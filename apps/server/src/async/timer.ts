/** The longest delay of `setTimeout`; with a longer one it does not wait at all. */
const MAX_DELAY_MS = 2 ** 31 - 1;

/** Calls `onTime` at `time`; at once if that is in the past, and too early if it is further off than the longest delay. */
export function setTimerFor(time: Date, clock: { now(): Date }, onTime: () => void): NodeJS.Timeout {
  const delay = time.getTime() - clock.now().getTime();
  return setTimeout(onTime, Math.min(Math.max(0, delay), MAX_DELAY_MS));
}
