import { REFRESH_WAIT_MS, REFRESH_WAIT_TRIES } from '@earth/contracts';

const LOCK = 'session';
/** Held by whoever has just run: browsers promise no order between a lock and what was stored under it. */
const JUST_RUN = 'session, just now';
/** For so long another tab, busy as it may be, does not trust that it sees what was stored. */
const UNSEEN_MS = 5_000;

type Locks = Pick<LockManager, 'request' | 'query'>;

async function hasJustRun(locks: Locks): Promise<boolean> {
  const { held = [] } = await locks.query();
  return held.some(({ name }) => name === JUST_RUN);
}

/** Resolves as soon as the others can know. */
const sayItHasRun = (locks: Locks) =>
  new Promise<void>((said, reject) => {
    const hold = () => {
      said();
      return new Promise((over) => setTimeout(over, UNSEEN_MS));
    };
    locks.request(JUST_RUN, { mode: 'shared' }, hold).catch(reject);
  });

/**
 * Runs something in one tab of this browser at a time. Whoever waits for another tab waits as long as for one's own refresh
 * (A4.43).
 * @param locks undefined in a page that is not secure: there the server bears with two tabs at once
 * @param run is told whether a tab held the lock before, or just now
 * @returns what it returned; false where the other tab took longer
 */
export async function withRefreshLock(
  locks: Locks | undefined,
  run: (hasWaited: boolean) => Promise<boolean>,
): Promise<boolean> {
  if (!locks) return run(false);
  return new Promise((resolve, reject) => {
    const runAndSay = async (hasWaited: boolean) => {
      const running = hasJustRun(locks).then((hasRun) => run(hasWaited || hasRun));
      resolve(running);
      await running.catch(() => undefined);
      await sayItHasRun(locks);
      return true;
    };
    const waitAndRun = () => {
      const signal = AbortSignal.timeout(REFRESH_WAIT_MS * REFRESH_WAIT_TRIES);
      return locks
        .request(LOCK, { signal }, () => runAndSay(true))
        .catch((error: unknown) => {
          if (!signal.aborted) throw error;
          // Where it was run before that, its own result stands.
          resolve(false);
        });
    };
    locks
      .request(LOCK, { ifAvailable: true }, (lock) => lock !== null && runAndSay(false))
      .then((hasRun) => (hasRun ? undefined : waitAndRun()))
      .catch(reject);
  });
}
