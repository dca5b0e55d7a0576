/** Redis for the tests with several servers: the installed one, or Debian's own if we may install it. */
import { installPackages, mayInstall } from './apt.mjs';
import { run } from './run.mjs';

/**
 * Installs Redis if it is missing. If that is impossible, the tests that need it are skipped and reported.
 * @returns {Promise<boolean>} Whether it is installed now.
 */
export async function installRedis() {
  if ((await run('redis-server', ['--version'], { quiet: true })).code === 0) return true;
  if (mayInstall() && (await installPackages(['redis-server']))) return true;
  console.log('redis-server is not installed: the tests with several servers are skipped.');
  return false;
}
