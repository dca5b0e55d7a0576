import { defineConfig } from '@playwright/test';
import { launchOptions } from './world/browser';

/** Journeys with few calls in them, or none: they leave a second core idle. */
const PAGES = ['app', 'invitations', 'not-taken', 'screens', 'sign-in'].map((name) => `**/journeys/${name}.spec.ts`);

/**
 * Calls run one at a time: each has up to three browsers with moving pictures, and a server of its own. Nothing is tried
 * twice: a journey that fails now and then has found something.
 */
export default defineConfig({
  testDir: '.',
  testMatch: '**/*.spec.ts',
  outputDir: 'test-results',
  workers: 2,
  retries: 0,
  forbidOnly: true,
  timeout: 180_000,
  expect: { timeout: 20_000 },
  reporter: 'list',
  projects: [
    { name: 'pages', testMatch: PAGES },
    { name: 'calls', testIgnore: PAGES, workers: 1 },
  ],
  use: {
    actionTimeout: 20_000,
    launchOptions: launchOptions(),
    screenshot: 'only-on-failure',
    // Pictures in the trace would cost the processor that the calls need.
    trace: { mode: 'retain-on-failure', screenshots: false, snapshots: true, sources: false },
  },
});
