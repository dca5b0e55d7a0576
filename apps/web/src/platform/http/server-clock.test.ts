import { expect, test } from 'vitest';
import { createServerClock } from './server-clock';

test('goes by what the server has told, and does not take the time of an answer for a wrong clock', () => {
  let device = Date.parse('2026-03-01T10:00:00Z');
  const clock = createServerClock(() => device);
  clock.correct('2026-03-01T10:00:20Z');
  clock.correct('no time');
  expect([clock.now(), clock.aheadMs()]).toEqual([new Date('2026-03-01T10:00:00Z'), 0]);

  clock.correct('2026-03-01T09:00:00Z');
  device += 5_000;
  expect(clock.now()).toEqual(new Date('2026-03-01T09:00:05Z'));
  clock.correct('2026-03-01T09:00:10Z');
  expect(clock.aheadMs()).toBe(-3_600_000);
});
