import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: { name: 'crypto', isolate: false, restoreMocks: true, testTimeout: 120_000 },
});
