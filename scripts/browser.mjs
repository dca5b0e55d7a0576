/** The browsers of the browser tests and benches: Debian's own where we may install them, else those that Playwright brings. */
import { existsSync } from 'node:fs';
import { installPackages, mayInstall } from './apt.mjs';
import { runTool } from './run.mjs';

const DEBIAN_BROWSERS = ['/usr/bin/chromium', '/usr/bin/chromium-headless-shell'];

/**
 * Installs the browsers where there are none.
 * @returns {Promise<boolean>} Whether they are there now; what went wrong was printed.
 */
export async function installBrowsers() {
  if (DEBIAN_BROWSERS.every((path) => existsSync(path))) return true;
  if (!mayInstall()) return (await runTool('@playwright/test', ['install', 'chromium'])).code === 0;
  return await installPackages(['chromium', 'chromium-headless-shell', 'fonts-liberation']);
}
