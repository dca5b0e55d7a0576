import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    name: 'scripts',
    // After all others: how long a start takes is measured on a machine that does nothing else.
    sequence: { groupOrder: 1 },
  },
});
