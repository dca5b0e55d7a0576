import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

/** Where `npm run dev` has the server: everything that is not the app's own source is asked there. */
const server = process.env.SERVER_URL ?? 'http://localhost:8080';
const served = ['/services', '/api', '/storage', '/brand', '/demo', '/config.json', '/docs', '/dev/mail'];

export default defineConfig({
  plugins: [react()],
  server: {
    proxy: {
      ...Object.fromEntries(served.map((path) => [path, { target: server, secure: false }])),
      '/realtime': { target: server, ws: true, secure: false },
    },
  },
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    manifest: true,
    target: 'es2022',
    // The policy of every page takes fonts, pictures and scripts from files alone, never from data or inline text.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
  },
});
