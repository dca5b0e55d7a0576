/** The browser of the browser tests and benches: Debian's own where we may install it, else the one Playwright brings. */
import { existsSync } from 'node:fs';
import { installPackages, mayInstall } from './apt.mjs';
import { runTool } from './run.mjs';

const DEBIAN_CHROMIUM = '/usr/bin/chromium';

/**
 * Installs the browser where there is none.
 * @returns {Promise<boolean>} Whether there is one now; what went wrong was printed.
 */
export async function installBrowser() {
  if (existsSync(DEBIAN_CHROMIUM)) return true;
  if (!mayInstall()) return (await runTool('@playwright/test', ['install', 'chromium'])).code === 0;
  return await installPackages(['chromium', 'fonts-liberation']);
}
