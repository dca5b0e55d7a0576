/**
 * Incremental build: the web app (Vite) into `apps/web/dist`; the server, the import and the log reader (esbuild) into
 * `apps/server/dist`. Each output has a stamp, the hash of all its inputs, so that an unchanged one takes milliseconds.
 */
import './node-version.mjs';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { chunksOf, PAGES, readManifest } from './first-screen.mjs';
import { ROOT } from './run.mjs';
import { bundleServer } from './server-bundle.mjs';

const STAMP = '.sources';
const SHARED = [
  'packages',
  'package-lock.json',
  'tsconfig.base.json',
  'scripts/build.mjs',
  'scripts/first-screen.mjs',
  'scripts/server-bundle.mjs',
];
const KEPT = [
  'index.html',
  'src/app/NewVersion.tsx',
  'src/app/DiscoverShell.tsx',
  'src/discover/lists/index.ts',
  'src/discover/detail/index.ts',
  'src/discover/menu/MenuPanel.tsx',
  'src/discover/contact/index.ts',
  // The first page offline.
  'src/discover/about/index.ts',
  'src/discover/map/index.ts',
  'src/account/profile/index.ts',
  'src/account/notifications/index.ts',
  'src/platform/push/received-notifications.ts',
  'src/discover/recognition/index.ts',
  'src/discover/scenes/index.ts',
  'src/discover/detail/PhotoBrowser.tsx',
  'src/discover/menu/NoData.tsx',
  // Signed-in users have the settings in their shell; others are redirected to the sign-in.
  'src/app/Shell.tsx',
  'src/app/ToSignIn.tsx',
];
/**
 * The assets of a script to precache: the fonts of our languages (others load on demand), drawings, the KML worker.
 * @param {string} name
 */
const isKeptAsset = (name) => /inter-latin-wght-normal.*\.woff2$|\.svg$|kml-worker.*\.js$/.test(name);
const NO_SOURCES = new Set(['node_modules', 'dist', 'testing', 'tests']);

/** @type {{ name: string, output: string, sources: string[], make: () => Promise<unknown> }[]} */
const TARGETS = [
  { name: 'web app', output: 'apps/web/dist', sources: ['apps/web', ...SHARED], make: buildWeb },
  {
    name: 'server',
    output: 'apps/server/dist',
    sources: ['apps/server', ...SHARED],
    make: () => bundleServer('apps/server/dist'),
  },
];

const isForced = process.argv.includes('--force');
for (const target of TARGETS) {
  try {
    await buildWhereChanged(target);
  } catch (error) {
    console.error(`The ${target.name} could not be built.\n${error instanceof Error ? error.message : String(error)}`);
    process.exitCode = 1;
  }
}

/** @param {(typeof TARGETS)[number]} target */
async function buildWhereChanged({ name, output, sources, make }) {
  const stamp = join(ROOT, output, STAMP);
  const hash = hashOf(sources);
  if (!isForced && existsSync(stamp) && readFileSync(stamp, 'utf8') === hash) return;

  console.log(`Building the ${name} …`);
  rmSync(stamp, { force: true });
  await make();
  writeFileSync(stamp, hash);
}

async function buildWeb() {
  const vite = await import('vite');
  await vite.build({ root: join(ROOT, 'apps/web'), logLevel: 'warn' });
  writeFileSync(join(ROOT, 'apps/web/dist/.vite/pages.json'), JSON.stringify(filesOfPages()));
  await buildServiceWorker();
}

/**
 * The files that the server preloads in each page, so that the browser does not discover them one by one.
 * @returns {Record<string, { scripts: string[], styles: string[] }>} For each kind of page, in the order of need.
 */
function filesOfPages() {
  const manifest = readManifest();
  return Object.fromEntries(
    Object.entries(PAGES).map(([page, sources]) => {
      const chunks = chunksOf(manifest, ['index.html', ...sources]);
      const scripts = chunks.map(({ file }) => `/${file}`);
      const styles = chunks.flatMap(({ css = [] }) => css.map((file) => `/${file}`));
      return [page, { scripts: [...new Set(scripts)], styles: [...new Set(styles)] }];
    }),
  );
}

/** One file: a service worker is identified by its address, which must not change. */
async function buildServiceWorker() {
  const vite = await import('vite');
  const script = join(ROOT, 'apps/web/dist/sw.js');
  await vite.build({
    configFile: false,
    root: join(ROOT, 'apps/web'),
    // Its warnings are those of the web app.
    logLevel: 'error',
    define: { BUILD: JSON.stringify(keptByWorker()) },
    build: {
      emptyOutDir: false,
      copyPublicDir: false,
      target: 'es2022',
      lib: { entry: 'src/platform/worker/main.ts', formats: ['iife'], name: 'worker', fileName: () => 'sw.js' },
    },
  });
  writeFileSync(`${script}.br`, brotliCompressSync(readFileSync(script)));
}

/**
 * The files that the service worker precaches: the page, and all pages of visitors. Others are cached when they are loaded.
 * @returns {{ version: string, files: string[] }}
 */
function keptByWorker() {
  const chunks = chunksOf(readManifest(), KEPT);
  const names = chunks.flatMap(({ file, css = [], assets = [] }) => [file, ...css, ...assets.filter(isKeptAsset)]);
  const files = [...new Set(names)].filter((name) => name !== 'index.html').map((name) => `/${name}`);
  const page = readFileSync(join(ROOT, 'apps/web/dist/index.html'));
  return { version: createHash('sha256').update(page).update(files.join()).digest('hex').slice(0, 12), files };
}

/**
 * One hash over the names and contents of all files in the given places, tests excluded.
 * @param {readonly string[]} places Relative to the repository.
 */
function hashOf(places) {
  const hash = createHash('sha256');
  for (const file of places.flatMap(filesIn)) hash.update(`${file}\0`).update(readFileSync(join(ROOT, file)));
  return hash.digest('hex');
}

/**
 * @param {string} place A file or a folder, relative to the repository.
 * @returns {string[]} The files in it, sorted.
 */
function filesIn(place) {
  const path = join(ROOT, place);
  if (!statSync(path).isDirectory()) return [place];
  return readdirSync(path)
    .filter((name) => !NO_SOURCES.has(name) && !name.includes('.test.'))
    .toSorted()
    .flatMap((name) => filesIn(`${place}/${name}`));
}
