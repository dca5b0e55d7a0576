/** Installs Debian packages, if we may. */
import { existsSync, readFileSync } from 'node:fs';
import { run } from './run.mjs';

/** Whether this is Debian, and we are root. */
export function mayInstall() {
  const release = '/etc/os-release';
  return process.getuid?.() === 0 && existsSync(release) && /^ID="?debian"?$/m.test(readFileSync(release, 'utf8'));
}

/**
 * @param {readonly string[]} packages
 * @returns {Promise<boolean>} Whether they are installed now; errors are printed.
 */
export async function installPackages(packages) {
  console.log(`Installing ${packages[0]} by apt-get …`);
  const env = { DEBIAN_FRONTEND: 'noninteractive' };
  const update = await run('apt-get', ['update'], { env, quiet: true });
  const install = ['install', '--yes', '--no-install-recommends', ...packages];
  const installed = await run('apt-get', install, { env, quiet: true });
  if (installed.code !== 0) console.error(update.output + installed.output);
  return installed.code === 0;
}
