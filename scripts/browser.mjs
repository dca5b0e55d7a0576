/** Installs the browsers of the browser tests and benches: Debian's own if we may install them, else Playwright's. */
import { existsSync } from 'node:fs';
import { installPackages, mayInstall } from './apt.mjs';
import { runTool } from './run.mjs';

const DEBIAN_BROWSERS = ['/usr/bin/chromium', '/usr/bin/chromium-headless-shell'];

/**
 * Installs missing browsers.
 * @returns {Promise<boolean>} Whether they are installed now; errors are printed.
 */
export async function installBrowsers() {
  if (DEBIAN_BROWSERS.every((path) => existsSync(path))) return true;
  if (!mayInstall()) return (await runTool('@playwright/test', ['install', 'chromium'])).code === 0;
  return await installPackages(['chromium', 'chromium-headless-shell', 'fonts-liberation']);
}
