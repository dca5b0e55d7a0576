import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: { name: 'crypto', testTimeout: 30_000 },
});
