/** Vitest and Playwright, with the count of what passed and what did not taken from their own reports. */
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runTool } from './run.mjs';

/** @typedef {{ passed: number, failed: number }} Tally */

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
  return tallies.reduce((sum, { passed, failed }) => ({ passed: sum.passed + passed, failed: sum.failed + failed }));
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

/**
 * What was skipped for want of something that not every machine has (an independent tool, public vectors) has neither
 * passed nor failed. Lint refuses tests that are always skipped.
 * @param {{ numPassedTests: number, numFailedTests: number }} report
 * @returns {Tally}
 */
export function vitestTally({ numPassedTests, numFailedTests }) {
  return { passed: numPassedTests, failed: numFailedTests };
}

/**
 * A test that was skipped, or passed only when tried again, has not passed.
 * @param {{ stats: { expected: number, unexpected: number, flaky: number, skipped: number } }} report
 * @returns {Tally}
 */
export function playwrightTally({ stats: { expected, unexpected, flaky, skipped } }) {
  return { passed: expected, failed: unexpected + flaky + skipped };
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
    const { passed, failed } = existsSync(path)
      ? tally(JSON.parse(readFileSync(path, 'utf8')))
      : { passed: 0, failed: 0 };
    return { passed, failed: failed === 0 && (code !== 0 || passed === 0) ? 1 : failed };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
