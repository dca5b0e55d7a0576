/** What every command of `package.json` does first. */
import './node-version.mjs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { checkSettings } from './check-settings.mjs';
import { install } from './install.mjs';
import { ROOT, run } from './run.mjs';

/** Installs missing packages. The current folder is the repository's afterwards. */
export async function prepare() {
  process.chdir(ROOT);
  await install();
}

/** Builds what changed; exits if that fails. */
export async function build() {
  const { code } = await run(process.execPath, [join(ROOT, 'scripts/build.mjs')]);
  if (code !== 0) process.exit(code);
}

/**
 * Runs a program of the server in this process, after installing and building what is missing: signals from the terminal, from npm or
 * from a service manager reach it directly, and its exit code is ours.
 * @param {string} program Its path in the server's sources, without `.ts`.
 */
export async function runServerProgram(program) {
  process.chdir(ROOT);
  checkSettings();
  await prepare();
  await build();
  process.setSourceMapsEnabled(true);
  await import(pathToFileURL(join(ROOT, `apps/server/dist/${program}.js`)).href);
}
