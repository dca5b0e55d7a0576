/**
 * `npm test`: installs what is missing (the browser and Redis too), builds, checks and tests everything, and ends with one line,
 * `N passed, N failed`. A part by its name: `npm test -- checks`, `-- unit`, `-- browser`, or one check (`-- lint`); what
 * follows the name of a test run goes to its runner (`npm test -- unit packages/crypto`).
 */
import './node-version.mjs';
import { join } from 'node:path';
import { runBrowserTests, runUnitTests } from './test-runs.mjs';
import { CHECKS } from './checks.mjs';
import { installBrowsers } from './browser.mjs';
import { install } from './install.mjs';
import { installRedis } from './redis.mjs';
import { ROOT, run } from './run.mjs';

/** @typedef {import('./test-runs.mjs').Tally} Tally */
/** @typedef {{ name: string, part: string, needsBuild?: boolean, work: () => Promise<Tally> }} Step */

const [part = 'all', ...rest] = process.argv.slice(2);

/** @type {Step[]} */
const STEPS = [
  ...CHECKS.map((check) => ({ ...check, part: 'checks', work: () => asTally(check.passes()) })),
  { name: 'unit', part: 'unit', work: () => unitTests() },
  { name: 'browser', part: 'browser', needsBuild: true, work: () => browserTests() },
];

process.chdir(ROOT);
const steps = STEPS.filter((step) => part === 'all' || part === step.part || part === step.name);
if (steps.length === 0) {
  console.error(`There is no part «${part}». Parts: all, checks, ${STEPS.map(({ name }) => name).join(', ')}.`);
  process.exit(1);
}
await install();
await runAll(steps);

/** @param {readonly Step[]} chosen */
async function runAll(chosen) {
  const total = { passed: 0, failed: 0 };
  /** @type {string[]} */
  const failures = [];
  /** @param {string} name @param {() => Promise<Tally>} work */
  const take = async (name, work) => {
    const tally = await timed(name, work);
    total.passed += tally.passed;
    total.failed += tally.failed;
    if (tally.failed > 0) failures.push(name, ...(tally.names ?? []).map((test) => `  ${test}`));
    return tally.failed === 0;
  };

  const isBuilt =
    !chosen.some(({ needsBuild }) => needsBuild) ||
    (await take('build', () =>
      asTally(run(process.execPath, [join(ROOT, 'scripts/build.mjs')]).then(({ code }) => code === 0)),
    ));
  for (const { name, needsBuild, work } of chosen) {
    if (!needsBuild || isBuilt) await take(name, work);
  }

  if (failures.length > 0) console.log(`\nFailed:\n${failures.join('\n')}`);
  console.log(`\n${total.passed} passed, ${total.failed} failed`);
  process.exitCode = total.failed > 0 ? 1 : 0;
}

/** @param {string} name @param {() => Promise<Tally>} work */
async function timed(name, work) {
  console.log(`\n── ${name}`);
  const start = performance.now();
  const tally = await work();
  const seconds = ((performance.now() - start) / 1000).toFixed(1);
  console.log(`   ${tally.failed === 0 ? 'passed' : 'FAILED'} in ${seconds} s`);
  return tally;
}

/** A check counts as one. @param {Promise<boolean>} passes @returns {Promise<Tally>} */
async function asTally(passes) {
  return (await passes) ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 };
}

/** In `.ci/run` nothing is skipped for want of Redis. */
async function unitTests() {
  const hasRedis = await installRedis();
  return hasRedis || !process.env['CI'] ? runUnitTests(rest) : { passed: 0, failed: 1 };
}

async function browserTests() {
  return (await installBrowsers()) ? runBrowserTests(rest) : { passed: 0, failed: 1 };
}
