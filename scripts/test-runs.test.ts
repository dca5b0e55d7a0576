import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ROOT } from './run.mjs';
import { playwrightTally, vitestTally } from './test-runs.mjs';

test('a unit test that was skipped has neither passed nor failed', () => {
  const report = { numPassedTests: 7, numFailedTests: 1, numPendingTests: 2, numTotalTests: 10, testResults: [] };
  expect(vitestTally(report)).toMatchObject({ passed: 7, failed: 1 });
});

test('a failed unit test is named with its file, and a file that did not load by its own name', () => {
  const testResults = [
    {
      name: join(ROOT, 'packages/a.test.ts'),
      status: 'failed',
      assertionResults: [
        { fullName: 'a rings', status: 'passed' },
        { fullName: 'a ends', status: 'failed' },
      ],
    },
    { name: join(ROOT, 'packages/b.test.ts'), status: 'failed', assertionResults: [] },
    { name: join(ROOT, 'packages/c.test.ts'), status: 'passed', assertionResults: [] },
  ];
  const { names } = vitestTally({ numPassedTests: 1, numFailedTests: 1, testResults });
  expect(names).toEqual([join('packages', 'a.test.ts › a ends'), join('packages', 'b.test.ts')]);
});

test('a browser test that was skipped, or passed when tried again, has not passed', () => {
  const stats = { expected: 5, unexpected: 1, flaky: 2, skipped: 1 };
  expect(playwrightTally({ stats, suites: [] })).toMatchObject({ passed: 5, failed: 4 });
});

test('a failed browser test is named with all that it stands under', () => {
  const stats = { expected: 1, unexpected: 1, flaky: 0, skipped: 0 };
  const inner = { title: 'small pages', specs: [{ title: 'goes back', ok: false }] };
  const suites = [{ title: 'rooms.spec.ts', specs: [{ title: 'writes', ok: true }], suites: [inner] }];
  expect(playwrightTally({ stats, suites }).names).toEqual(['rooms.spec.ts › small pages › goes back']);
});
