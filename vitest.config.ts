import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    // Left to itself, one core stands idle: of two that is half.
    maxWorkers: '100%',
    projects: ['packages/*', 'apps/*', 'apps/web/vitest.node.config.ts', 'scripts'],
  },
});
