import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';

/** Proxy target of `npm run dev`: the server answers everything that is not the app's own source. */
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

/** Precompresses the text assets at the highest level, so that the server need not compress each answer. */
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

/** Strips the summaries of the calls, which only the API reference needs. */
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
 * Chunk groups: without them a first page would load about sixty scripts, which wait for each other and each cost the browser a task.
 * The start of the app is split in several, so that no compilation is a long task (`main.tsx`). A group includes the imports of its
 * modules; earlier groups take precedence.
 */
const CHUNKS = [
  { name: 'preload', test: /vite[\\/]preload-helper/ },
  { name: 'react', test: /node_modules[\\/](react|react-dom|scheduler)[\\/]/ },
  { name: 'wire', test: /node_modules[\\/]zod[\\/]|contracts[\\/]src[\\/]wire/ },
  { name: 'entities', test: /contracts[\\/]src[\\/](entities|contents|settings|drawing)/ },
  { name: 'contracts', test: /packages[\\/]contracts[\\/]|platform[\\/]http[\\/]contract-calls/ },
  { name: 'start', test: /src[\\/]app[\\/]start\.tsx/ },
  // Shared by visitors' pages and the sign-in.
  {
    name: 'common',
    test: /src[\\/](shared[\\/](use-screen-view|start-page|format)|ui[\\/]controls[\\/]LanguageButton)|Icon(ArrowLeft|ChevronRight|InfoCircle|X)\.mjs/,
  },
  // With the modules that lists and details share.
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
    // The manifest is read by the size check of the first screen.
    manifest: true,
    target: 'es2022',
    // The Content-Security-Policy forbids `data:` URLs and inline scripts.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // The budgets are per page, not per script: `.size-limit.mjs`.
    chunkSizeWarningLimit: Number.POSITIVE_INFINITY,
    rolldownOptions: {
      output: { codeSplitting: { groups: [...CHUNKS] } },
      onLog: (level, log, handle) => isExpected(log.message) || handle(level, log),
    },
  },
  css: { modules: { generateScopedName: scopedName } },
  // MapLibre's worker is a module.
  worker: { format: 'es' },
});
