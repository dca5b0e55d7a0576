/** The Redis of the tests of several servers: the one that is installed, or Debian's own where we may install it. */
import { installPackages, mayInstall } from './apt.mjs';
import { run } from './run.mjs';

/**
 * Installs Redis where there is none. Where there cannot be one, the tests that need it are skipped, and named so.
 * @returns {Promise<boolean>} Whether it is there now.
 */
export async function installRedis() {
  if ((await run('redis-server', ['--version'], { quiet: true })).code === 0) return true;
  if (mayInstall() && (await installPackages(['redis-server']))) return true;
  console.log('There is no redis-server: the tests of several servers are skipped.');
  return false;
}
