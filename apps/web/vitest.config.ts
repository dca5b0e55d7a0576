import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  plugins: [react()],
  test: {
    name: 'web',
    environment: 'happy-dom',
    css: { modules: { classNameStrategy: 'non-scoped' } },
    setupFiles: ['./src/testing/setup.ts'],
    testTimeout: 20_000,
  },
});
