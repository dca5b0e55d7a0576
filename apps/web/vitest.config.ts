import react from '@vitejs/plugin-react';
import { configDefaults, defineConfig } from 'vitest/config';

/**
 * Tests whose code uses `instanceof` on native objects (bytes, keys, DOM errors): objects made by Node belong to another realm than
 * that of a VM context.
 */
export const IN_NODES_REALM = [
  'src/account/profile/model/profile-pictures.test.ts',
  'src/app/crash.test.tsx',
  'src/platform/crypto/cipher.test.ts',
  'src/platform/crash-log.test.ts',
  'src/platform/session/device-keys.test.ts',
  'src/platform/crypto/kept-known-keys.test.ts',
  'src/platform/crypto/known-keys.test.ts',
  'src/assist/people/note.test.tsx',
  'src/assist/rooms/model/room-signed.test.ts',
  'src/assist/call-details/*.test.tsx',
  'src/assist/calls/adapters/media.test.ts',
  'src/platform/worker/pushed-text.test.ts',
];

export default defineConfig({
  plugins: [react()],
  test: {
    name: 'web',
    environment: 'happy-dom',
    // Isolates each file like a process, in half the time.
    pool: 'vmThreads',
    exclude: [...configDefaults.exclude, ...IN_NODES_REALM],
    css: { modules: { classNameStrategy: 'non-scoped' } },
    setupFiles: ['./src/testing/setup.ts'],
    testTimeout: 20_000,
  },
});
