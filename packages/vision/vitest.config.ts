import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: { name: 'vision', isolate: false, restoreMocks: true, testTimeout: 60_000 },
});
