import { expect, test } from 'vitest';
import { createServerClock } from './server-clock';

test('goes by what the server has told, and does not take the time of an answer for a wrong clock', () => {
  let device = Date.parse('2026-03-01T10:00:00Z');
  const clock = createServerClock(() => device);
  expect(clock.correct('2026-03-01T10:00:20Z')).toBe(false);
  expect(clock.correct('no time')).toBe(false);
  expect(clock.now()).toEqual(new Date('2026-03-01T10:00:00Z'));

  expect(clock.correct('2026-03-01T09:00:00Z')).toBe(true);
  device += 5_000;
  expect(clock.now()).toEqual(new Date('2026-03-01T09:00:05Z'));
  expect(clock.correct('2026-03-01T09:00:10Z')).toBe(false);
});
