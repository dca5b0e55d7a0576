import { expect, test } from 'vitest';
import { createSentWatch, FULL_AFTER, REDUCED_AFTER } from './sent-watch';

function after(...samples: readonly boolean[]) {
  const watch = createSentWatch();
  for (const isLimited of samples) watch.add(isLimited);
  return watch.level();
}
const times = (count: number, isLimited: boolean) => Array.from({ length: count }, () => isLimited);

test('a picture is reduced when the link has limited it for some seconds in a row', () => {
  expect(after(...times(REDUCED_AFTER - 1, true))).toBe('full');
  expect(after(...times(REDUCED_AFTER, true))).toBe('small');
  expect(after(...times(REDUCED_AFTER - 1, true), false, ...times(REDUCED_AFTER - 1, true))).toBe('full');
});

test('and whole again when the link has not limited it for some seconds in a row', () => {
  const reduced = times(REDUCED_AFTER, true);
  expect(after(...reduced, ...times(FULL_AFTER - 1, false))).toBe('small');
  expect(after(...reduced, ...times(FULL_AFTER - 1, false), true, ...times(FULL_AFTER - 1, false))).toBe('small');
  expect(after(...reduced, ...times(FULL_AFTER, false))).toBe('full');
});
