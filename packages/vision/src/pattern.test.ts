import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { PATTERN } from './pattern';

test('the pattern is the one that stored descriptors were made with', () => {
  expect([...PATTERN.subarray(0, 12)]).toEqual([5, -1, -2, 4, 8, 1, -1, -3, 5, -5, -3, 2]);
  expect(createHash('sha256').update(PATTERN).digest('hex').slice(0, 16)).toBe('2fe8cbeb8ba7238e');
});
