import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: { name: 'crypto', testTimeout: 120_000 },
});
