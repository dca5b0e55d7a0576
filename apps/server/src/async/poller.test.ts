import { AsyncLocalStorage } from 'node:async_hooks';
import { expect, test, vi } from 'vitest';
import { createBackground } from './background';
import { createPoller } from './poller';

const clock = { now: () => new Date() };
const background = createBackground({ error: (problem: unknown) => expect.fail(String(problem)) });

test('a poller that was started looks in every round until it is stopped, and one poll at a time', async () => {
  vi.useFakeTimers();
  try {
    let [polls, running] = [0, 0];
    const poll = async () => {
      running += 1;
      polls += 1;
      expect(running).toBe(1);
      await Promise.resolve();
      running -= 1;
      return null;
    };
    const poller = createPoller(clock, background, poll, 1_000);
    await vi.advanceTimersByTimeAsync(5_000);
    expect(polls).toBe(0);
    poller.start();
    await vi.advanceTimersByTimeAsync(2_500);
    expect(polls).toBe(3);
    poller.stop();
    await vi.advanceTimersByTimeAsync(5_000);
    expect(polls).toBe(3);
  } finally {
    vi.useRealTimers();
  }
});

test('polls, and those that become due later, are no part of the request that woke the poller', async () => {
  const request = new AsyncLocalStorage<string>();
  const seen: (string | undefined)[] = [];
  await new Promise<void>((resolve) => {
    const poller = createPoller(clock, background, async () => {
      seen.push(request.getStore());
      if (seen.length === 2) resolve();
      return seen.length === 1 ? clock.now() : null;
    });
    request.run('the request', () => poller.wake());
  });
  expect(seen).toEqual([undefined, undefined]);
});
