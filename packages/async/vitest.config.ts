import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: { name: 'async', isolate: false, restoreMocks: true, testTimeout: 20_000 },
});
