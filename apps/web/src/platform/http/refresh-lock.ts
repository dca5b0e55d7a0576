import { REFRESH_WAIT_MS, REFRESH_WAIT_TRIES } from '@earth/contracts';

const LOCK = 'session';
/**
 * A marker lock held by the tab that has just run: browsers guarantee no order between releasing a lock and seeing what was stored
 * under it.
 */
const JUST_RUN = 'session, just now';
/** How long another tab may not see what was stored, even when busy. */
const MARKER_MS = 5_000;

type Locks = Pick<LockManager, 'request' | 'query'>;

async function hasJustRun(locks: Locks): Promise<boolean> {
  const { held = [] } = await locks.query();
  return held.some(({ name }) => name === JUST_RUN);
}

/** Resolves as soon as other tabs can see the marker. */
const announceRun = (locks: Locks) =>
  new Promise<void>((announced, reject) => {
    const hold = () => {
      announced();
      return new Promise((over) => setTimeout(over, MARKER_MS));
    };
    locks.request(JUST_RUN, { mode: 'shared' }, hold).catch(reject);
  });

/**
 * Cross-tab mutex (Web Locks): runs in one tab of this browser at a time. A waiting tab waits as long as for its own refresh
 * (A4.43).
 * @param locks undefined in an insecure page: the server then tolerates two refreshing tabs
 * @param run receives whether another tab held the lock before, or just now
 * @returns its result; false if the other tab took longer
 */
export async function withRefreshLock(
  locks: Locks | undefined,
  run: (hasWaited: boolean) => Promise<boolean>,
): Promise<boolean> {
  if (!locks) return run(false);
  return new Promise((resolve, reject) => {
    const runAndAnnounce = async (hasWaited: boolean) => {
      const running = hasJustRun(locks).then((hasRun) => run(hasWaited || hasRun));
      resolve(running);
      await running.catch(() => undefined);
      await announceRun(locks);
      return true;
    };
    const waitAndRun = () => {
      const signal = AbortSignal.timeout(REFRESH_WAIT_MS * REFRESH_WAIT_TRIES);
      return locks
        .request(LOCK, { signal }, () => runAndAnnounce(true))
        .catch((error: unknown) => {
          if (!signal.aborted) throw error;
          // If it has already run, its own result stands.
          resolve(false);
        });
    };
    locks
      .request(LOCK, { ifAvailable: true }, (lock) => lock !== null && runAndAnnounce(false))
      .then((hasRun) => (hasRun ? undefined : waitAndRun()))
      .catch(reject);
  });
}
