import { defineConfig } from '@playwright/test';
import { launchOptions } from './world/browser';

/**
 * One journey at a time: each runs up to three browsers with moving pictures and a server of its own. Nothing is tried
 * twice: a journey that fails now and then has found something.
 */
export default defineConfig({
  testDir: '.',
  testMatch: '**/*.spec.ts',
  outputDir: 'test-results',
  workers: 1,
  retries: 0,
  forbidOnly: true,
  timeout: 180_000,
  expect: { timeout: 20_000 },
  reporter: 'list',
  use: {
    actionTimeout: 20_000,
    launchOptions: launchOptions(),
    screenshot: 'only-on-failure',
    // Pictures in the trace would cost the processor that the calls need.
    trace: { mode: 'retain-on-failure', screenshots: false, snapshots: true, sources: false },
  },
});
