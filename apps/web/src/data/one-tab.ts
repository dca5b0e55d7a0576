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
  return new Promise((resolve, reject) => {
    const runAndHold = async (hasWaited: boolean) => {
      const running = run(hasWaited);
      resolve(running);
      await running.catch(() => undefined);
      // Who comes a moment later may not see yet what this tab has stored: then they wait, and know that they have.
      await new Promise((held) => setTimeout(held, REFRESH_WAIT_MS));
      return true;
    };
    const waitAndRun = () => {
      const signal = AbortSignal.timeout(REFRESH_WAIT_MS * REFRESH_WAIT_TRIES);
      return locks
        .request(LOCK, { signal }, () => runAndHold(true))
        .catch((error: unknown) => {
          if (!signal.aborted) throw error;
          // Where it was run before that, its own result stands.
          resolve(false);
        });
    };
    locks
      .request(LOCK, { ifAvailable: true }, (lock) => lock !== null && runAndHold(false))
      .then((hasRun) => (hasRun ? undefined : waitAndRun()))
      .catch(reject);
  });
}
