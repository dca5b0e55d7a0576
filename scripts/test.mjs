/**
 * `npm test`: installs what is missing (Chromium and Firefox, Redis, Poppler, iproute2, nftables, procps and Python too), builds, checks
 * and tests everything, and ends with one line, `N passed, N failed`. Run a part by its name: `npm test -- checks`, `-- unit`,
 * `-- browser`, or one check (`-- lint`); arguments after the name of a test run are passed to its runner (`npm test -- unit
 * packages/crypto`).
 */
import { closeSync, mkdirSync, openSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { findFlaky, passesAlone, runBrowserTests, runUnitTests } from './test-runs.mjs';
import { findAndroidAll } from './android-all.mjs';
import { CHECKS } from './checks.mjs';
import { installBrowsers } from './browser.mjs';
import { findKubernetesSchemas } from './deploy/kubernetes-schemas.mjs';
import { findGoProgram, provideGoProgram } from './go-programs.mjs';
import { prepare } from './prepare.mjs';
import { ROOT, run } from './run.mjs';
import { installTool } from './tools.mjs';

/** @typedef {import('./test-runs.mjs').Tally} Tally */
/** @typedef {import('./test-runs.mjs').Failure} Failure */
/** @typedef {{ name: string, part: string, needsBuild?: boolean, work: () => Promise<Tally> }} Step */

/** Kept until another run finds flaky tests. */
const FLAKY_FILE = 'test-results/flaky.txt';

/** What tests of the unit part need of Go: each is built once, one after the other. */
const GO_PROGRAMS = /** @type {const} */ ({
  s3: 'the tests with an S3 server are skipped',
  compose: 'compose.yaml is not validated',
  kubeconform: 'the objects of the Helm chart are not validated',
  helm: 'the Helm chart is not tried',
});

/** The journeys without them are skipped, which counts as failed; those in Firefox, and with delay, are left out. */
const BROWSER_TOOLS = /** @type {const} */ (['pdf', 'ip', 'nft', 'sysctl', 'python', 'firefox']);

/** Networks are delayed by it; in a container it may exist without being allowed. */
const TUN = '/dev/net/tun';

const [part = 'all', ...rest] = process.argv.slice(2);

/** @type {Step[]} */
const STEPS = [
  ...CHECKS.map((check) => ({ ...check, part: 'checks', work: () => asTally(check.passes()) })),
  { name: 'unit', part: 'unit', work: () => unitTests() },
  { name: 'browser', part: 'browser', needsBuild: true, work: () => browserTests() },
];

const steps = STEPS.filter((step) => part === 'all' || part === step.part || part === step.name);
if (steps.length === 0) {
  console.error(`Unknown part «${part}». Parts: all, checks, ${STEPS.map(({ name }) => name).join(', ')}.`);
  process.exit(1);
}
await prepare();
// Begun early, because they may have to be built; one after the other.
/** @param {string} step */
const has = (step) => steps.some(({ name }) => name === step);
const androidAll = has('unit') ? findAndroidAll() : Promise.resolve(null);
/** @type {Promise<string | null>} */
let built = Promise.resolve(null);
const goPrograms = Object.entries(has('unit') ? GO_PROGRAMS : {}).map(([key, without]) => {
  const name = /** @type {keyof typeof GO_PROGRAMS} */ (key);
  built = built.then(() => findGoProgram(name));
  return { name, without, found: built };
});
const livekit = has('browser') ? built.then(() => findGoProgram('livekit')) : Promise.resolve(null);
const kubernetesSchemas = has('unit') ? findKubernetesSchemas() : Promise.resolve(null);
await runAll(steps);

/** @param {readonly Step[]} chosen */
async function runAll(chosen) {
  const total = { passed: 0, failed: 0 };
  /** @type {Failure[]} */
  const failures = [];
  /** @param {string} name @param {() => Promise<Tally>} work */
  const record = async (name, work) => {
    const { passed, failed, failures: failedTests = [] } = await timed(name, work);
    total.passed += passed;
    total.failed += failed;
    if (failed > 0) failures.push(...(failedTests.length === failed ? failedTests : [{ name }, ...failedTests]));
    return failed === 0;
  };

  const isBuilt =
    !chosen.some(({ needsBuild }) => needsBuild) ||
    (await record('build', () =>
      asTally(run(process.execPath, [join(ROOT, 'scripts/build.mjs')]).then(({ code }) => code === 0)),
    ));
  for (const { name, needsBuild, work } of chosen) {
    if (!needsBuild || isBuilt) await record(name, work);
  }
  const flaky = process.env['CI'] && failures.length > 0 ? await rerunFailed(failures, total) : [];
  const failed = failures.filter(({ name }) => total.failed > 0 && !flaky.includes(name));

  if (failed.length > 0) console.log(`\nFailed:\n${failed.map(({ name }) => name).join('\n')}`);
  for (const name of flaky) console.log(`flaky: ${name}`);
  console.log(`\n${total.passed} passed, ${total.failed} failed`);
  process.exitCode = total.failed > 0 ? 1 : 0;
}

/**
 * In CI, failed tests are rerun alone at the end, because a red run without a cause costs a day. Flaky tests are written to a file,
 * to be fixed first.
 * @param {readonly Failure[]} failures
 * @param {{ passed: number, failed: number }} total Corrected if the one failure is forgiven.
 */
async function rerunFailed(failures, total) {
  console.log('\n── rerun of failed tests');
  const { flaky, isForgiven } = await findFlaky(failures, passesAlone);
  if (isForgiven) {
    total.passed += 1;
    total.failed -= 1;
  }
  if (flaky.length > 0) {
    mkdirSync(join(ROOT, 'test-results'), { recursive: true });
    writeFileSync(join(ROOT, FLAKY_FILE), flaky.map((name) => `${name}\n`).join(''));
  }
  return flaky;
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

/**
 * A check counts as one test.
 * @param {Promise<boolean>} passes
 * @returns {Promise<Tally>}
 */
async function asTally(passes) {
  return (await passes) ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 };
}

/** In `.ci/run` the Redis tests must not be skipped. */
async function unitTests() {
  const hasRedis = await installTool('redis');
  const android = await androidAll;
  if (android !== null) process.env['ANDROID_ALL'] = android;
  else console.log('There are no classes of Android (ANDROID_ALL): the app’s Java sources are not compiled.');
  const schemas = await kubernetesSchemas;
  if (schemas !== null) process.env['KUBERNETES_SCHEMAS'] = schemas;
  else console.log('There are no schemas of Kubernetes (pip): the objects of the Helm chart are not validated.');
  let mayRun = true;
  for (const { name, found, without } of goPrograms) mayRun = (await provideGoProgram(name, found, without)) && mayRun;
  return (hasRedis || !process.env['CI']) && mayRun ? runUnitTests(rest) : { passed: 0, failed: 1 };
}

/** @param {string} path */
function canOpen(path) {
  try {
    closeSync(openSync(path, 'r+'));
    return true;
  } catch {
    return false;
  }
}

async function browserTests() {
  for (const tool of BROWSER_TOOLS) await installTool(tool);
  if (!canOpen(TUN)) console.log(`${TUN} cannot be opened: the tests of networks with delay are skipped.`);
  const canRun =
    (await installBrowsers()) && (await provideGoProgram('livekit', livekit, 'the journeys “by LiveKit” are skipped'));
  return canRun ? runBrowserTests(rest) : { passed: 0, failed: 1 };
}
