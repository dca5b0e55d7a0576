import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: { name: 'calls', testTimeout: 20_000 },
});
