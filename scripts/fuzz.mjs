/**
 * `npm run fuzz`: schemathesis sends 10,000 requests to a server of its own, generated from the OpenAPI document, as an operator, a
 * guest and an anonymous client: no answer may be a 5xx, or one that the document lacks (`apps/server/testing/fuzz.ts`). `-- 500`
 * sends that many, `-- 500 7` with 7 as the seed.
 */
import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { prepare } from './prepare.mjs';
import { ROOT, run, runTool } from './run.mjs';

const VERSION = '4.32.5';

await prepare();
const program = await installSchemathesis();
const { code } = await runTool('tsx', ['apps/server/testing/fuzz.ts', program, ...process.argv.slice(2)]);
process.exitCode = code;

/**
 * Installs it once into a Python environment of its own.
 * @returns {Promise<string>} The path of the program.
 */
async function installSchemathesis() {
  const folder = join(ROOT, 'node_modules', '.cache', `schemathesis-${VERSION}`);
  const bin = join(folder, process.platform === 'win32' ? 'Scripts' : 'bin');
  const installed = join(bin, 'schemathesis');
  if (existsSync(installed)) return installed;
  const python = process.platform === 'win32' ? 'python' : 'python3';
  await must(
    python,
    ['-c', 'import sys; sys.exit(sys.version_info < (3, 10))'],
    'npm run fuzz needs Python 3.10 or later.',
  );
  await must(
    python,
    ['-m', 'venv', folder],
    'npm run fuzz needs Python’s venv (on Debian: apt-get install python3-venv).',
  );
  await must(
    join(bin, 'pip'),
    ['install', '--quiet', `schemathesis==${VERSION}`],
    'schemathesis could not be installed.',
    () => rm(folder, { recursive: true, force: true }),
  );
  return installed;
}

/**
 * Runs a program, and exits if it fails.
 * @param {string} name
 * @param {readonly string[]} args
 * @param {string} complaint
 * @param {() => Promise<void>} [undo]
 */
async function must(name, args, complaint, undo) {
  const { code, output } = await run(name, args, { quiet: true });
  if (code === 0) return;
  await undo?.();
  console.error(`${complaint}\n${output}`);
  process.exit(1);
}
