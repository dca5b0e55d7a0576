/** Runs child processes, and stops them when this process is stopped. */
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { constants } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The root folder of the repository. */
export const ROOT = dirname(dirname(fileURLToPath(import.meta.url)));

/** @type {Set<import('node:child_process').ChildProcess>} */
const running = new Set();
/** @type {NodeJS.Signals | undefined} */
let stoppedBy;
const SIGNALS = /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP']);

/**
 * Ctrl+C reaches the children by itself, and some treat a second signal as a forced quit.
 * @param {NodeJS.Signals} signal
 */
function stop(signal) {
  stoppedBy = signal;
  if (signal === 'SIGINT' && process.stdin.isTTY) return;
  for (const child of running) child.kill(signal);
}

/** Stops the children, and then this process, unless a signal is doing that already. */
export function stopAll() {
  if (!stoppedBy) stop('SIGTERM');
}

/** @param {import('node:child_process').ChildProcess} child */
function started(child) {
  if (running.size === 0) for (const signal of SIGNALS) process.on(signal, stop);
  running.add(child);
}

/**
 * Without children the signal handlers are removed, because `npm start` leaves signals to the server.
 * @param {import('node:child_process').ChildProcess} child
 */
function ended(child) {
  running.delete(child);
  if (running.size > 0) return;
  for (const signal of SIGNALS) process.off(signal, stop);
  if (stoppedBy) process.exit(128 + constants.signals[stoppedBy]);
}

/**
 * @typedef {object} RunOptions
 * @property {string} [cwd] Default: the repository.
 * @property {Record<string, string | undefined>} [env] Added to the environment.
 * @property {boolean} [quiet] Captures the output instead of showing it.
 */

/**
 * Runs a program until it ends.
 * @param {string} program
 * @param {readonly string[]} args
 * @param {RunOptions} [options]
 * @returns {Promise<{ code: number, output: string }>} `code` is its exit code, 1 if it was killed or could not start;
 *   `output` is empty unless `quiet`.
 */
export function run(program, args, { cwd = ROOT, env = {}, quiet = false } = {}) {
  return new Promise((resolve) => {
    const child = spawn(program, args, {
      cwd,
      env: { ...process.env, ...env },
      stdio: ['ignore', quiet ? 'pipe' : 'inherit', quiet ? 'pipe' : 'inherit'],
    });
    started(child);
    let output = '';
    for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk) => (output += chunk));
    child.once('error', (error) => {
      ended(child);
      resolve({ code: 1, output: `${output}${error.message}\n` });
    });
    child.once('close', (code) => {
      ended(child);
      resolve({ code: code ?? 1, output });
    });
  });
}

/**
 * Runs the command of an installed package with this Node.js: no shell, no shim, the same on every system.
 * @param {string} name The package; of several commands its first.
 * @param {readonly string[]} args
 * @param {RunOptions} [options]
 */
export function runTool(name, args, options) {
  const folder = join(ROOT, 'node_modules', name);
  const { bin } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  const script = typeof bin === 'string' ? bin : /** @type {string} */ (Object.values(bin)[0]);
  return run(process.execPath, [join(folder, script), ...args], options);
}

/**
 * Runs npm: the one that started us, if there is one.
 * @param {readonly string[]} args
 * @param {RunOptions} [options]
 */
export function runNpm(args, options) {
  const npm = process.env['npm_execpath'];
  return npm?.endsWith('.js') ? run(process.execPath, [npm, ...args], options) : run('npm', args, options);
}
