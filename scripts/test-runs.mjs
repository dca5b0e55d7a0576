/** Runs Vitest and Playwright, and counts passed and failed tests from their reports. */
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { ROOT, runTool } from './run.mjs';

/**
 * @typedef {object} Failure A failed test.
 * @property {string} name
 * @property {Rerun} [rerun] How to run this test alone; absent if the runner itself failed.
 */
/** @typedef {{ runner: 'vitest' | 'playwright', args: readonly string[] }} Rerun */
/** @typedef {{ passed: number, failed: number, failures?: readonly Failure[] | undefined }} Tally */

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
 * Browser tests: first the pages, two at a time, then the calls, one at a time.
 * @param {readonly string[]} args For Playwright, e.g. a file.
 * @returns {Promise<Tally>}
 */
export async function runBrowserTests(args) {
  const tallies = [];
  for (const project of args.length > 0 ? [[]] : [['--project=pages'], ['--project=calls']])
    tallies.push(await runPlaywright([...project, ...args]));
  return tallies.reduce((sum, { passed, failed, failures = [] }) => ({
    passed: sum.passed + passed,
    failed: sum.failed + failed,
    failures: [...(sum.failures ?? []), ...failures],
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
 * A test that was skipped because of a missing optional tool (an independent implementation, public vectors) counts as neither
 * passed nor failed. The linter forbids tests that are always skipped.
 * @param {{ numPassedTests: number, numFailedTests: number, testResults: VitestFile[] }} report
 * @returns {Tally}
 */
export function vitestTally({ numPassedTests, numFailedTests, testResults }) {
  const failures = testResults
    .filter(({ status }) => status === 'failed')
    .flatMap(({ name, assertionResults }) => {
      const file = relative(ROOT, name);
      const failed = assertionResults.filter(({ status }) => status === 'failed');
      if (failed.length === 0) return [vitestFailure(file, [])];
      return failed.map(({ fullName }) => vitestFailure(file, [fullName]));
    });
  return { passed: numPassedTests, failed: numFailedTests, failures };
}

/** @param {string} file @param {readonly string[]} titles @returns {Failure} */
function vitestFailure(file, titles) {
  const pattern = titles.flatMap((title) => ['--testNamePattern', `^${escapeRegExp(title)}$`]);
  return { name: [file, ...titles].join(' › '), rerun: { runner: 'vitest', args: [file, ...pattern] } };
}

/** @typedef {{ title: string, ok: boolean, file?: string, tests?: { projectName: string }[] }} PlaywrightSpec */
/** @typedef {{ title: string, specs?: PlaywrightSpec[], suites?: PlaywrightSuite[] }} PlaywrightSuite */

/**
 * A test that was skipped, or passed only on a retry, counts as failed.
 * @param {{ stats: { expected: number, unexpected: number, flaky: number, skipped: number }, suites: PlaywrightSuite[] }} report
 * @returns {Tally}
 */
export function playwrightTally({ stats: { expected, unexpected, flaky, skipped }, suites }) {
  return {
    passed: expected,
    failed: unexpected + flaky + skipped,
    failures: suites.flatMap((suite) => failedSpecs(suite, [])),
  };
}

/** @param {PlaywrightSuite} suite @param {readonly string[]} parents @returns {Failure[]} */
function failedSpecs({ title, specs = [], suites = [] }, parents) {
  const titles = [...parents, title];
  const failed = specs.filter(({ ok }) => !ok).map((spec) => playwrightFailure([...titles, spec.title], spec));
  return [...failed, ...suites.flatMap((suite) => failedSpecs(suite, titles))];
}

/** @param {readonly string[]} titles The first is the file. @param {PlaywrightSpec} spec @returns {Failure} */
function playwrightFailure(titles, { file = '', tests = [] }) {
  const projects = tests.map(({ projectName }) => `--project=${projectName}`);
  const grep = ['--grep', `${escapeRegExp(titles.slice(1).join(' '))}$`];
  return { name: titles.join(' › '), rerun: { runner: 'playwright', args: [file, ...projects, ...grep] } };
}

/** @param {string} text */
const escapeRegExp = (text) => text.replace(/[.*+?^${}()|[\]\\/-]/g, '\\$&');

/**
 * Runs one failed test alone.
 * @param {Rerun} rerun
 * @returns {Promise<boolean>} Whether it passes.
 */
export async function passesAlone({ runner, args }) {
  const { passed, failed } =
    runner === 'vitest' ? await runUnitTests(args) : await runPlaywright(['--workers=1', ...args]);
  return passed > 0 && failed === 0;
}

/** With more failures than this, flakiness is not the cause. */
const MOST_RERUN = 3;

/**
 * Reruns failed tests, one at a time. One flaky test is forgiven and reported; two are not, nor one that fails twice.
 * @param {readonly Failure[]} failures
 * @param {(rerun: Rerun) => Promise<boolean>} passes
 * @returns {Promise<{ flaky: string[], isForgiven: boolean }>} `flaky`: the names of those that passed alone.
 */
export async function findFlaky(failures, passes) {
  const reruns = failures.flatMap(({ name, rerun }) => (rerun ? [{ name, rerun }] : []));
  if (reruns.length < failures.length || failures.length > MOST_RERUN) return { flaky: [], isForgiven: false };
  const flaky = [];
  for (const { name, rerun } of reruns) if (await passes(rerun)) flaky.push(name);
  return { flaky, isForgiven: failures.length === 1 && flaky.length === 1 };
}

/**
 * Runs a test runner and counts from its report. A runner that failed without a failed test (it crashed, a file did not load,
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
    const { passed, failed, failures } = existsSync(path)
      ? tally(JSON.parse(readFileSync(path, 'utf8')))
      : { passed: 0, failed: 0 };
    return { passed, failed: failed === 0 && (code !== 0 || passed === 0) ? 1 : failed, failures };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
