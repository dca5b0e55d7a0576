import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: { name: 'messaging', isolate: false, restoreMocks: true },
});
