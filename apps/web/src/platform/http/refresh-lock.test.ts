import { expect, test } from 'vitest';
import { withRefreshLock } from './refresh-lock';

const yes = async () => true;
/** No tab has run recently. */
const query = async () => ({ held: [] });

type Run = (lock: object | null) => Promise<boolean> | null;

/** A browser whose lock another tab holds. The request for it is aborted by the signal. */
const held = {
  request: (_: string, { signal, ifAvailable }: LockOptions, run: Run) =>
    ifAvailable
      ? Promise.resolve(run(null))
      : new Promise((_resolve, reject) => {
          signal?.addEventListener('abort', () => reject(signal.reason as Error));
        }),
} as unknown as LockManager;

test.each([
  [true, 'no other tab', { query, request: (_: string, __: LockOptions, run: Run) => run({}) }],
  [true, 'a page without Web Locks', undefined],
  [
    false,
    'another tab held it',
    {
      query,
      request: (_: string, { ifAvailable }: LockOptions, run: Run) => Promise.resolve(run(ifAvailable ? null : {})),
    },
  ],
])('runs; that the lock was free is %s: %s', async (isAtOnce, _, locks) => {
  expect(await withRefreshLock(locks as unknown as LockManager | undefined, async (hasWaited) => !hasWaited)).toBe(
    isAtOnce,
  );
});

test('reports a lock that was just released, because its result may not be visible yet; the tab that ran it does not wait', async () => {
  const held: { name: string }[] = [];
  const free = {
    request: (name: string, __: LockOptions, take: Run) => {
      held.push({ name });
      return Promise.resolve(take({}));
    },
    query: async () => ({ held }),
  } as unknown as LockManager;
  const waitedFor: boolean[] = [];
  const run = async (hasWaited: boolean) => {
    waitedFor.push(hasWaited);
    return true;
  };
  await withRefreshLock(free, run);
  await expect.poll(() => held.length).toBe(2);
  await withRefreshLock(free, run);
  expect(waitedFor).toEqual([false, true]);
});

test('A4.43: a tab waits for the refresh of another tab ten times 50 ms, and then refreshes itself', async () => {
  const start = performance.now();
  expect(await withRefreshLock(held, yes)).toBe(false);
  expect(performance.now() - start).toBeGreaterThanOrEqual(50 * 10 - 10);
});

test('does not mistake a failure inside for a held lock', async () => {
  const broken = { request: () => Promise.reject(new Error('a bug')) } as unknown as LockManager;
  await expect(withRefreshLock(broken, yes)).rejects.toThrow('a bug');
});

test('reports a failure after a long wait as a failure, not as a held lock', async () => {
  const late = {
    query,
    request: async (_: string, { ifAvailable, signal }: LockOptions, run: Run) => {
      if (ifAvailable) return run(null);
      const isOver = new Promise((resolve) => signal?.addEventListener('abort', resolve));
      const [answer] = await Promise.allSettled([run({}), isOver]);
      if (answer.status === 'rejected') throw answer.reason;
      return answer.value;
    },
  } as unknown as LockManager;
  const refused = withRefreshLock(late, (hasWaited) => (hasWaited ? Promise.reject(new Error('refused')) : yes()));
  await expect(refused).rejects.toThrow('refused');
});
