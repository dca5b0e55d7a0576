import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    name: 'scripts',
    // After all others: a start builds what has changed, which takes the whole machine.
    sequence: { groupOrder: 1 },
  },
});
