import { existsSync } from 'node:fs';
import type { LaunchOptions } from '@playwright/test';

/** Debian's browser where there is one; elsewhere Playwright's own. */
const DEBIAN_CHROMIUM = '/usr/bin/chromium';

/**
 * Of Chromium's own screens, the list under its address bar takes as long to make as all the rest of a start. The flag
 * takes the place of Playwright's: what of that matters to an app on this machine is named again.
 */
const NOT_NEEDED = [
  'WebUIOmniboxPopup',
  'WebUIOmniboxAimPopup',
  'WebUIOmniboxFullPopup',
  'PaintHolding',
  'MediaRouter',
  'OptimizationHints',
  'NetworkTimeServiceQuerying',
  'AimEnabled',
  'PreconnectToSearch',
  'LensOverlay',
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
];

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
    `--disable-features=${NOT_NEEDED.join(',')}`,
    ...flags,
  ],
});
