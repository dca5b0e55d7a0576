import { REFRESH_WAIT_MS, REFRESH_WAIT_TRIES } from '@earth/contracts';

/**
 * Runs something in one tab of this browser at a time. Whoever waits for another tab waits as long as for one's own refresh
 * (Assist 4).
 * @param locks undefined in a page that is not secure: there the server bears with two tabs at once
 * @returns what it returned; false where the other tab took longer
 */
export async function inOneTab(
  locks: Pick<LockManager, 'request'> | undefined,
  run: () => Promise<boolean>,
): Promise<boolean> {
  if (!locks) return run();
  const signal = AbortSignal.timeout(REFRESH_WAIT_MS * REFRESH_WAIT_TRIES);
  return locks.request('session', { signal }, run).catch((error: unknown) => {
    if (signal.aborted) return false;
    throw error;
  });
}
