/** Vitest and Playwright, with the count of what passed and what did not taken from their own reports. */
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { ROOT, runTool } from './run.mjs';

/** @typedef {{ passed: number, failed: number, names?: readonly string[] | undefined }} Tally `names`: of what failed. */

/**
 * Unit and server tests.
 * @param {readonly string[]} args For Vitest, e.g. a path.
 */
export function runUnitTests(args) {
  return withReport(
    (report) =>
      runTool('vitest', ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${report}`, ...args]),
    vitestTally,
  );
}

/**
 * Browser tests: first the pages, two at a time, then the calls, which want the machine for themselves.
 * @param {readonly string[]} args For Playwright, e.g. a file.
 * @returns {Promise<Tally>}
 */
export async function runBrowserTests(args) {
  const tallies = [];
  for (const project of args.length > 0 ? [[]] : [['--project=pages'], ['--project=calls']])
    tallies.push(await runPlaywright([...project, ...args]));
  return tallies.reduce((sum, { passed, failed, names = [] }) => ({
    passed: sum.passed + passed,
    failed: sum.failed + failed,
    names: [...(sum.names ?? []), ...names],
  }));
}

/** @param {readonly string[]} args */
function runPlaywright(args) {
  return withReport(
    (report) =>
      runTool('@playwright/test', ['test', '--config', 'e2e/playwright.config.ts', '--reporter=list,json', ...args], {
        env: { PLAYWRIGHT_JSON_OUTPUT_FILE: report },
      }),
    playwrightTally,
  );
}

/** @typedef {{ name: string, status: string, assertionResults: { fullName: string, status: string }[] }} VitestFile */

/**
 * What was skipped for want of something that not every machine has (an independent tool, public vectors) has neither
 * passed nor failed. Lint refuses tests that are always skipped.
 * @param {{ numPassedTests: number, numFailedTests: number, testResults: VitestFile[] }} report
 * @returns {Tally}
 */
export function vitestTally({ numPassedTests, numFailedTests, testResults }) {
  const names = testResults
    .filter(({ status }) => status === 'failed')
    .flatMap(({ name, assertionResults }) => {
      const failed = assertionResults.filter(({ status }) => status === 'failed');
      return failed.length > 0
        ? failed.map(({ fullName }) => `${relative(ROOT, name)} › ${fullName}`)
        : relative(ROOT, name);
    });
  return { passed: numPassedTests, failed: numFailedTests, names };
}

/** @typedef {{ title: string, specs?: { title: string, ok: boolean }[], suites?: PlaywrightSuite[] }} PlaywrightSuite */

/**
 * A test that was skipped, or passed only when tried again, has not passed.
 * @param {{ stats: { expected: number, unexpected: number, flaky: number, skipped: number }, suites: PlaywrightSuite[] }} report
 * @returns {Tally}
 */
export function playwrightTally({ stats: { expected, unexpected, flaky, skipped }, suites }) {
  return { passed: expected, failed: unexpected + flaky + skipped, names: suites.flatMap(failedSpecs) };
}

/** @param {PlaywrightSuite} suite @returns {string[]} */
function failedSpecs({ title, specs = [], suites = [] }) {
  const names = [...specs.filter(({ ok }) => !ok).map((spec) => spec.title), ...suites.flatMap(failedSpecs)];
  return names.map((name) => `${title} › ${name}`);
}

/**
 * Runs a runner and counts by its report. A runner that failed without a failed test (it crashed, a file did not load,
 * nothing was found) counts as one failure.
 * @template Report
 * @param {(path: string) => Promise<{ code: number }>} start
 * @param {(report: Report) => Tally} tally
 * @returns {Promise<Tally>}
 */
async function withReport(start, tally) {
  const folder = mkdtempSync(join(tmpdir(), 'earth-report-'));
  try {
    const path = join(folder, 'report.json');
    const { code } = await start(path);
    const { passed, failed, names } = existsSync(path)
      ? tally(JSON.parse(readFileSync(path, 'utf8')))
      : { passed: 0, failed: 0 };
    return { passed, failed: failed === 0 && (code !== 0 || passed === 0) ? 1 : failed, names };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
