/** The browser of the browser tests and benches: Debian's own where we may install it, else the one Playwright brings. */
import { existsSync, readFileSync } from 'node:fs';
import { run, runTool } from './run.mjs';

const DEBIAN_CHROMIUM = '/usr/bin/chromium';

/**
 * Installs the browser where there is none.
 * @returns {Promise<boolean>} Whether there is one now; what went wrong was printed.
 */
export async function installBrowser() {
  if (existsSync(DEBIAN_CHROMIUM)) return true;
  if (process.getuid?.() !== 0 || !isDebian())
    return (await runTool('@playwright/test', ['install', 'chromium'])).code === 0;

  console.log('Installing chromium by apt-get …');
  const env = { DEBIAN_FRONTEND: 'noninteractive' };
  const update = await run('apt-get', ['update'], { env, quiet: true });
  const install = ['install', '--yes', '--no-install-recommends', 'chromium', 'fonts-liberation'];
  const installed = await run('apt-get', install, { env, quiet: true });
  if (installed.code !== 0) console.error(update.output + installed.output);
  return installed.code === 0;
}

function isDebian() {
  const release = '/etc/os-release';
  return existsSync(release) && /^ID="?debian"?$/m.test(readFileSync(release, 'utf8'));
}
