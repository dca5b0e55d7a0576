import { REFRESH_WAIT_MS, REFRESH_WAIT_TRIES } from '@earth/contracts';

const LOCK = 'session';

/**
 * Runs something in one tab of this browser at a time. Whoever waits for another tab waits as long as for one's own refresh
 * (Assist 4).
 * @param locks undefined in a page that is not secure: there the server bears with two tabs at once
 * @param run is told whether another tab held the lock before
 * @returns what it returned; false where the other tab took longer
 */
export async function inOneTab(
  locks: Pick<LockManager, 'request'> | undefined,
  run: (hasWaited: boolean) => Promise<boolean>,
): Promise<boolean> {
  if (!locks) return run(false);
  // Who comes a moment later may not see yet what this tab has stored: then they wait, and know that they have.
  const runAndHold = async (hasWaited: boolean) => {
    const result = await run(hasWaited);
    await new Promise((resolve) => setTimeout(resolve, REFRESH_WAIT_MS));
    return result;
  };
  const atOnce = await locks.request(LOCK, { ifAvailable: true }, (lock) => lock && runAndHold(false));
  if (atOnce !== null) return atOnce;
  const signal = AbortSignal.timeout(REFRESH_WAIT_MS * REFRESH_WAIT_TRIES);
  let isRunning = false;
  const take = () => {
    isRunning = true;
    return runAndHold(true);
  };
  return locks.request(LOCK, { signal }, take).catch((error: unknown) => {
    if (signal.aborted && !isRunning) return false;
    throw error;
  });
}
