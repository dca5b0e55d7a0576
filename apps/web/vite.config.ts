import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
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
  '/company-audio',
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

/** What a call is for stands in the API reference; no page reads it. */
const withoutSummaries = (): Plugin => ({
  name: 'without-summaries',
  apply: 'build',
  enforce: 'pre',
  transform(code, id) {
    if (!/packages[\\/]contracts[\\/]src[\\/]/.test(id)) return null;
    return { code: code.replaceAll(/\bsummary:\s*'[^'\n]*',/g, ''), map: null };
  },
});

/**
 * The first pages come in few scripts: the sixty that there would be wait for each other, and each is a task of the browser. What
 * starts the app is several, so that none is made ready in one long task (`main.tsx`). Each takes along what it imports; what comes
 * first here takes it first.
 */
const CHUNKS = [
  { name: 'preload', test: /vite[\\/]preload-helper/ },
  { name: 'react', test: /node_modules[\\/](react|react-dom|scheduler)[\\/]/ },
  { name: 'wire', test: /node_modules[\\/]zod[\\/]|contracts[\\/]src[\\/]wire/ },
  { name: 'entities', test: /contracts[\\/]src[\\/](entities|contents|settings|drawing)/ },
  { name: 'contracts', test: /packages[\\/]contracts[\\/]|platform[\\/]http[\\/]contract-calls/ },
  { name: 'start', test: /src[\\/]app[\\/]start\.tsx/ },
  // Of a visitor's pages, what signing in takes too.
  {
    name: 'common',
    test: /src[\\/](shared[\\/](use-screen-view|start-page|format)|ui[\\/]controls[\\/]LanguageButton)|Icon(ArrowLeft|ChevronRight|InfoCircle|X)\.mjs/,
  },
  // With it, what lists and details both take.
  {
    name: 'DiscoverShell',
    test: /src[\\/]app[\\/]DiscoverShell|src[\\/]discover[\\/]menu[\\/]index|src[\\/]ui[\\/](feedback[\\/]Skeleton|rows[\\/]RowLink)|react-query[\\/].*useInfiniteQuery/,
  },
  { name: 'lists', test: /src[\\/]discover[\\/]lists[\\/]index/ },
  { name: 'detail', test: /src[\\/]discover[\\/]detail[\\/]index/ },
];

/** `src/discover/lists/contents.module.css`, `row`: `lists-contents_row`. The server's first view has the same classes. */
const scopedName = (name: string, file: string) =>
  `${relative(join(import.meta.dirname, 'src'), file)
    .replace(/^(assist|discover|account|admin)[\\/]/, '')
    .replace(/\.module\.css.*$/, '')
    .replaceAll(/[\\/]/g, '-')}_${name}`;

/** The HPKE library imports Node's `crypto` only if there is no WebCrypto: every browser that we serve has it. */
const isExpected = (message: string) => /Module "crypto" has been externalized.*@hpke/.test(message);

export default defineConfig({
  plugins: [react(), withoutSummaries(), compressed()],
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
    // What matters is the size of a page, not of a script: `.size-limit.mjs`.
    chunkSizeWarningLimit: Number.POSITIVE_INFINITY,
    rolldownOptions: {
      output: { codeSplitting: { groups: [...CHUNKS] } },
      onLog: (level, log, handle) => isExpected(log.message) || handle(level, log),
    },
  },
  css: { modules: { generateScopedName: scopedName } },
  // MapLibre's thread is a module.
  worker: { format: 'es' },
});
