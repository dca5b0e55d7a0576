import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { ROOT } from './run.mjs';
import { type Failure, findFlaky, playwrightTally, vitestTally } from './test-runs.mjs';

test('a skipped unit test counts as neither passed nor failed', () => {
  const report = { numPassedTests: 7, numFailedTests: 1, numPendingTests: 2, numTotalTests: 10, testResults: [] };
  expect(vitestTally(report)).toMatchObject({ passed: 7, failed: 1 });
});

test('names a failed unit test with its file, and a file that did not load by its own name', () => {
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
  const { failures } = vitestTally({ numPassedTests: 1, numFailedTests: 1, testResults });
  const [a, b] = [join('packages', 'a.test.ts'), join('packages', 'b.test.ts')];
  expect(failures).toEqual([
    { name: `${a} › a ends`, rerun: { runner: 'vitest', args: [a, '--testNamePattern', '^a ends$'] } },
    { name: b, rerun: { runner: 'vitest', args: [b] } },
  ]);
});

test('a browser test that was skipped, or passed on a retry, counts as failed', () => {
  const stats = { expected: 5, unexpected: 1, flaky: 2, skipped: 1 };
  expect(playwrightTally({ stats, suites: [] })).toMatchObject({ passed: 5, failed: 4 });
});

test('names a failed browser test with its parents, and reruns it by file, project and title', () => {
  const stats = { expected: 1, unexpected: 1, flaky: 0, skipped: 0 };
  const spec = {
    title: 'goes back (it)',
    ok: false,
    file: 'journeys/rooms.spec.ts',
    tests: [{ projectName: 'pages' }],
  };
  const inner = { title: 'small pages', specs: [spec] };
  const suites = [{ title: 'rooms.spec.ts', specs: [{ title: 'writes', ok: true }], suites: [inner] }];
  expect(playwrightTally({ stats, suites }).failures).toEqual([
    {
      name: 'rooms.spec.ts › small pages › goes back (it)',
      rerun: {
        runner: 'playwright',
        args: ['journeys/rooms.spec.ts', '--project=pages', '--grep', String.raw`small pages goes back \(it\)$`],
      },
    },
  ]);
});

const failureOf = (name: string): Failure => ({ name, rerun: { runner: 'vitest', args: [name] } });
/** A rerun passes if its name is not in the list. */
const allBut = (...broken: string[]) =>
  vi.fn(async ({ args }: { args: readonly string[] }) => !broken.includes(args[0] ?? ''));

test('one failed test that passes alone is flaky, and forgiven', async () => {
  expect(await findFlaky([failureOf('a')], allBut())).toEqual({ flaky: ['a'], isForgiven: true });
});

test('a test that fails twice is not flaky', async () => {
  expect(await findFlaky([failureOf('a')], allBut('a'))).toEqual({ flaky: [], isForgiven: false });
});

test('two flaky tests are named, and not forgiven', async () => {
  expect(await findFlaky([failureOf('a'), failureOf('b')], allBut())).toEqual({ flaky: ['a', 'b'], isForgiven: false });
});

test('one flaky test beside a broken one is named, and not forgiven', async () => {
  expect(await findFlaky([failureOf('a'), failureOf('b')], allBut('b'))).toEqual({ flaky: ['a'], isForgiven: false });
});

test.each([
  ['a check failed', [{ name: 'lint' }]],
  ['a check failed too', [failureOf('a'), { name: 'lint' }]],
  ['many tests failed', ['a', 'b', 'c', 'd'].map(failureOf)],
])('reruns nothing if %s', async (_, failures) => {
  const passes = allBut();
  expect(await findFlaky(failures, passes)).toEqual({ flaky: [], isForgiven: false });
  expect(passes).not.toHaveBeenCalled();
});
