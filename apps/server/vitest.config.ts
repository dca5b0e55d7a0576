import { configDefaults, defineConfig } from 'vitest/config';

/** Some ways to run are there for root only. */
const isRoot = process.getuid?.() === 0;

export default defineConfig({
  test: {
    name: 'server',
    include: ['src/**/*.test.ts', 'tests/**/*.test.ts'],
    exclude: [...configDefaults.exclude, ...(isRoot ? [] : ['**/*.root.test.ts'])],
    globalSetup: ['./testing/global-setup.ts'],
    testTimeout: 20_000,
    hookTimeout: 60_000,
    // A busy machine takes its time; what never comes still fails.
    expect: { poll: { timeout: 15_000 } },
  },
});
