import { SimulatedClock } from 'xstate';
import { expect, test } from 'vitest';
import { createFirstPoll, SETTLE_AT_MOST_MS, SETTLE_MS } from './first-poll';

function start() {
  const clock = new SimulatedClock();
  let polls = 0;
  const first = createFirstPoll(clock, () => (polls += 1));
  first.schedule();
  return { clock, first, polls: () => polls };
}

test('polls a moment after the first connection, once', () => {
  const { clock, first, polls } = start();
  clock.increment(2_000);
  first.handleReachable();
  clock.increment(SETTLE_MS - 1);
  expect(polls()).toBe(0);
  clock.increment(1);
  expect(polls()).toBe(1);
  first.handleReachable();
  clock.increment(SETTLE_AT_MOST_MS);
  expect(polls()).toBe(1);
});

test('polls after some seconds without a connection, and a late one does not put it off', () => {
  const { clock, first, polls } = start();
  clock.increment(SETTLE_AT_MOST_MS - 10);
  first.handleReachable();
  clock.increment(10);
  expect(polls()).toBe(1);
});

test('somebody who joins again and again does not put it off', () => {
  const { clock, first, polls } = start();
  for (let times = 0; times < 4; times += 1) {
    clock.increment(SETTLE_AT_MOST_MS / 4);
    first.schedule();
  }
  expect(polls()).toBe(1);
});

test('no poll comes once it is stopped', () => {
  const { clock, first, polls } = start();
  first.stop();
  clock.increment(SETTLE_AT_MOST_MS);
  expect(polls()).toBe(0);
});
