import { existsSync } from 'node:fs';
import type { LaunchOptions } from '@playwright/test';

/** Debian's browser where there is one; elsewhere Playwright's own. */
const DEBIAN_CHROMIUM = '/usr/bin/chromium';

/** How every browser of the tests and the benches is started. Root has no sandbox to start one in. */
export const launchOptions = (flags: readonly string[] = []): LaunchOptions => ({
  ...(existsSync(DEBIAN_CHROMIUM) ? { executablePath: DEBIAN_CHROMIUM } : {}),
  args: [
    ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
    '--disable-quic',
    '--no-first-run',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
    ...flags,
  ],
});
