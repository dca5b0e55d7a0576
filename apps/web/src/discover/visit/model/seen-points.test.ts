import { expect, test } from 'vitest';
import { addSeen, readSeen } from './seen-points';

test('the points that were seen stay on the device, by model', () => {
  const seen = addSeen('head', addSeen('head', readSeen('head'), 3), 5);
  expect([...seen]).toEqual([3, 5]);
  expect([...readSeen('head')]).toEqual([3, 5]);
  expect([...readSeen('vase')]).toEqual([]);
});

test.each(['{', '"x"', '[1,"2"]'])('a stored progress that cannot be read counts as none: %s', (text) => {
  localStorage.setItem('visit_head', text);
  expect([...readSeen('head')]).toEqual([]);
});
