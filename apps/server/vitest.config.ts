import { configDefaults, defineConfig } from 'vitest/config';

/** Some ways to run are there for root only. */
const isRoot = process.getuid?.() === 0;

export default defineConfig({
  test: {
    name: 'server',
    // The server keeps nothing in its modules: a test file need not load them anew.
    isolate: false,
    restoreMocks: true,
    include: ['src/**/*.test.ts', 'tests/**/*.test.ts'],
    exclude: [...configDefaults.exclude, ...(isRoot ? [] : ['**/*.root.test.ts'])],
    globalSetup: ['./testing/global-setup.ts'],
    testTimeout: 20_000,
    hookTimeout: 60_000,
    // A busy machine takes its time; what never comes still fails.
    expect: { poll: { timeout: 15_000 } },
  },
});
