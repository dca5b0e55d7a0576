import { expect, test, vi } from 'vitest';
import { supervise } from './supervisor';

/** A process that may end; time only passes while it is waited for. */
function createWorld({ startsFail = false, diesAtOnce = false } = {}) {
  let now = 0;
  const world = {
    isUp: true,
    starts: 0,
    pauses: [] as number[],
    givenUp: vi.fn(),
    ended: [] as number[],
    stop: async () => {},
  };
  world.stop = supervise({
    clock: { now: () => new Date(now) },
    isRunning: async () => world.isUp,
    start: async () => {
      world.starts += 1;
      if (startsFail) throw new Error('No space left');
      world.isUp = !diesAtOnce;
    },
    onEnded: (attempt) => world.ended.push(attempt),
    onGivenUp: world.givenUp,
    wait: async (ms) => {
      now += ms;
      world.pauses.push(ms);
      await new Promise(setImmediate);
    },
  });
  return world;
}

test('restarts a process that ended, and leaves a running one alone', async () => {
  const world = createWorld();
  await vi.waitFor(() => expect(world.pauses.length).toBeGreaterThan(3));
  expect(world.starts).toBe(0);
  world.isUp = false;
  await vi.waitFor(() => expect(world.starts).toBe(1));
  await world.stop();
  expect([world.ended, world.givenUp.mock.calls]).toEqual([[1], []]);
});

test('resets the backoff after a minute of running', async () => {
  const world = createWorld();
  for (let time = 1; time <= 10; time += 1) {
    const pauses = world.pauses.length;
    await vi.waitFor(() => expect(world.pauses.length).toBeGreaterThan(pauses + 61));
    world.isUp = false;
    await vi.waitFor(() => expect(world.starts).toBe(time));
  }
  await world.stop();
  expect(new Set(world.ended)).toEqual(new Set([1]));
});

test.each([{ startsFail: true }, { diesAtOnce: true }])('backs off, and gives up in the end: %o', async (how) => {
  const world = createWorld(how);
  world.isUp = false;
  await vi.waitFor(() => expect(world.givenUp).toHaveBeenCalledOnce());
  expect(world.starts).toBe(6);
  expect(world.pauses.filter((ms) => ms !== 1000 || how.startsFail)).toEqual(
    how.startsFail ? [1000, 500, 1000, 2000, 4000, 8000] : [500, 2000, 4000, 8000],
  );
  await world.stop();
  expect(world.starts).toBe(6);
});
