import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';

/** Where `npm run dev` has the server: everything that is not the app's own source is asked there. */
const server = process.env.SERVER_URL ?? 'http://localhost:8080';
const served = [
  '/services',
  '/api',
  '/storage',
  '/brand',
  '/icons',
  '/manifest.webmanifest',
  '/robots.txt',
  '/pictures',
  '/maps',
  '/media',
  '/config.json',
  '/docs',
  '/dev/mail',
];

/** Writes each text asset compressed too, once and as small as can be, so that the server need not do it each time. */
const compressed = (): Plugin => ({
  name: 'compressed',
  apply: 'build',
  writeBundle({ dir = '' }) {
    for (const name of readdirSync(dir, { recursive: true, encoding: 'utf8' })) {
      if (!/\.(js|css|svg)$/.test(name)) continue;
      const bytes = readFileSync(join(dir, name));
      writeFileSync(join(dir, `${name}.br`), brotliCompressSync(bytes));
      writeFileSync(join(dir, `${name}.gz`), gzipSync(bytes, { level: 9 }));
    }
  },
});

export default defineConfig({
  plugins: [react(), compressed()],
  server: {
    proxy: {
      ...Object.fromEntries(served.map((path) => [path, { target: server, secure: false }])),
      '/realtime': { target: server, ws: true, secure: false },
    },
  },
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    // What was built from what: the check of the first screen's size reads it.
    manifest: true,
    target: 'es2022',
    // The policy of every page takes fonts, pictures and scripts from files alone, never from data or inline text.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
  },
  // MapLibre's thread is a module.
  worker: { format: 'es' },
});
