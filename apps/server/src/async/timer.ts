/** What `setTimeout` can wait for at most: of more it makes no wait at all. */
const LONGEST_WAIT_MS = 2 ** 31 - 1;

/** Acts at a moment, at once where that has passed. A moment further off than a timer can wait comes too early. */
export function setTimerFor(moment: Date, clock: { now(): Date }, act: () => void): NodeJS.Timeout {
  const wait = moment.getTime() - clock.now().getTime();
  return setTimeout(act, Math.min(Math.max(0, wait), LONGEST_WAIT_MS));
}
