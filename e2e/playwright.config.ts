import { defineConfig } from '@playwright/test';
import { launchOptions } from './world/browser';
import { canDelayNetworks } from './world/delay';
import { hasFirefox } from './world/firefox';

/**
 * Journeys with few or no calls, which leave a second core idle: two at a time. In parallel with a call, they would all take three times
 * as long.
 */
const PAGES = [
  'app',
  'ar',
  'ar-targets',
  'back-office',
  'beacons',
  'brand',
  'company',
  'contact',
  'content',
  'content-editor',
  'directory',
  'discover',
  'discover-pictures',
  'first-steps',
  'first-view',
  'history',
  'invitations',
  'large-text',
  'leads',
  'lists',
  'long-room',
  'map',
  'menu-editor',
  'names',
  'markerless',
  'model-of-photographs',
  'not-taken',
  'notices',
  'offline',
  'own-catalogue',
  'own-keys',
  'people',
  'profile-picture',
  'push',
  'recognition',
  'room-changes',
  'room-files',
  'room-pictures',
  'room-search',
  'room-secrets',
  'room-shelf',
  'rooms',
  'scene-editor',
  'screens',
  'shell',
  'server-health',
  'sign-in',
  'sign-out',
  'signed-in-devices',
  'single-sign-on',
  'statistics',
  'tabs',
  'view-editor',
  'visit',
  'visitor-own',
].map((name) => `**/journeys/${name}.spec.ts`);

/** Without Firefox its journeys are left out, which `scripts/test.mjs` reports. */
const FIREFOX = '**/journeys/firefox.spec.ts';

/**
 * Calls run one at a time: each has up to three browsers with live video, and a server of its own. No retries: a flaky journey has
 * found a bug. For CI see `findFlaky` in `scripts/test-runs.mjs`.
 */
export default defineConfig({
  testDir: '.',
  testMatch: '**/*.spec.ts',
  // What cannot be tried here is left out, which `scripts/test.mjs` reports.
  grepInvert: [
    ...(process.env['LIVEKIT_SERVER'] ? [] : [/by LiveKit/]),
    ...(canDelayNetworks() ? [] : [/of delay each way/]),
  ],
  workers: 2,
  retries: 0,
  forbidOnly: true,
  timeout: 180_000,
  expect: { timeout: 20_000 },
  reporter: 'list',
  projects: [
    // Two at a time; each screen is inspected in light and dark.
    { name: 'pages', testMatch: PAGES, timeout: 300_000, outputDir: 'test-results/pages' },
    {
      name: 'calls',
      testIgnore: [...PAGES, ...(hasFirefox() ? [] : [FIREFOX])],
      workers: 1,
      outputDir: 'test-results/calls',
    },
  ],
  use: {
    actionTimeout: 20_000,
    launchOptions: launchOptions(),
    screenshot: 'only-on-failure',
    // Switch it on for debugging (`--trace on`): it costs an eighth of the processor time, which the calls need.
    trace: 'off',
    // The worker would cache the whole app; offline journeys allow it.
    serviceWorkers: 'block',
  },
});
