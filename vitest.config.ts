import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    // More than cores: tests of the server wait for its database and for its time limits half of the time.
    maxWorkers: '150%',
    projects: ['packages/*', 'apps/*', 'apps/web/vitest.node.config.ts', 'scripts'],
  },
});
