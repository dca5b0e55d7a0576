import { REFRESH_WAIT_MS, REFRESH_WAIT_TRIES } from '@earth/contracts';
import { expect, test } from 'vitest';
import { inOneTab } from './one-tab';

const yes = async () => true;

/** A browser whose lock another tab holds: it is given up on when the signal says so. */
const held = {
  request: (_: string, { signal }: LockOptions) =>
    new Promise((_resolve, reject) => {
      signal?.addEventListener('abort', () => reject(signal.reason as Error));
    }),
} as unknown as LockManager;

test('who has the lock to oneself runs, and so does a page that has no locks', async () => {
  const free = {
    request: (_: string, __: LockOptions, run: () => Promise<boolean>) => run(),
  } as unknown as LockManager;
  expect(await inOneTab(free, yes)).toBe(true);
  expect(await inOneTab(undefined, yes)).toBe(true);
});

test('Assist 4, Login state: who waits for another tab waits 50 ms ten times, and then does without', async () => {
  const start = performance.now();
  expect(await inOneTab(held, yes)).toBe(false);
  expect(performance.now() - start).toBeGreaterThanOrEqual(REFRESH_WAIT_MS * REFRESH_WAIT_TRIES - 10);
});

test('what goes wrong inside is not taken for a lock that is held', async () => {
  const broken = { request: () => Promise.reject(new Error('a bug')) } as unknown as LockManager;
  await expect(inOneTab(broken, yes)).rejects.toThrow('a bug');
});
