import { expect, test } from 'vitest';
import { playwrightTally, vitestTally } from './test-runs.mjs';

test('a unit test that was skipped has neither passed nor failed', () => {
  const report = { numPassedTests: 7, numFailedTests: 1, numPendingTests: 2, numTotalTests: 10 };
  expect(vitestTally(report)).toEqual({ passed: 7, failed: 1 });
});

test('a browser test that was skipped, or passed when tried again, has not passed', () => {
  const stats = { expected: 5, unexpected: 1, flaky: 2, skipped: 1 };
  expect(playwrightTally({ stats })).toEqual({ passed: 5, failed: 4 });
});
