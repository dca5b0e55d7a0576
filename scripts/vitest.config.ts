import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    name: 'scripts',
    // After all others: a start builds what has changed, and takes the whole machine for it.
    sequence: { groupOrder: 1 },
  },
});
