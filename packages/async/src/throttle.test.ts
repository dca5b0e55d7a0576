import { expect, test } from 'vitest';
import { SimulatedClock } from 'xstate';
import { createThrottle } from './throttle';

function createScene() {
  const clock = new SimulatedClock();
  const runs: number[] = [];
  const ask = createThrottle(clock, 100, () => void runs.push(clock.now()));
  return { clock, runs, ask };
}

test('it runs at once, and once more after the interval if it was called meanwhile', () => {
  const { clock, runs, ask } = createScene();
  for (let times = 0; times < 1_000; times += 1) ask();
  expect(runs).toEqual([0]);
  clock.increment(99);
  ask();
  expect(runs).toEqual([0]);
  clock.increment(1);
  expect(runs).toEqual([0, 100]);
});

test('after an interval without calls it runs at once again', () => {
  const { clock, runs, ask } = createScene();
  ask();
  clock.increment(250);
  ask();
  expect(runs).toEqual([0, 250]);
});

test('a call from within a run does not recurse', () => {
  const clock = new SimulatedClock();
  let runs = 0;
  const ask = createThrottle(clock, 100, () => {
    runs += 1;
    ask();
  });
  ask();
  expect(runs).toBe(1);
  clock.increment(100);
  expect(runs).toBe(2);
});

test('after stop it does not run any more', () => {
  const { clock, runs, ask } = createScene();
  ask();
  ask();
  ask.stop();
  clock.increment(100);
  ask();
  expect(runs).toEqual([0]);
});
