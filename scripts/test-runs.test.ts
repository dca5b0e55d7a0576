import { expect, test } from 'vitest';
import { playwrightTally, vitestTally } from './test-runs.mjs';

test('a skipped unit test has not passed', () => {
  expect(vitestTally({ numPassedTests: 7, numTotalTests: 10 })).toEqual({ passed: 7, failed: 3 });
});

test('a browser test that was skipped, or passed when tried again, has not passed', () => {
  const stats = { expected: 5, unexpected: 1, flaky: 2, skipped: 1 };
  expect(playwrightTally({ stats })).toEqual({ passed: 5, failed: 4 });
});
