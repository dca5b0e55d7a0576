/**
 * Builds what changed: the web app (Vite) into `apps/web/dist`, the server, the import and the reader of logs (esbuild) into `apps/server/dist`.
 * Each output carries a stamp, the hash of everything it was made from, so that an unchanged one costs milliseconds.
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
  // The first page without a net.
  'src/discover/about/index.ts',
  'src/discover/map/index.ts',
  'src/account/profile/index.ts',
  'src/account/notifications/index.ts',
  'src/platform/push/received-notifications.ts',
  'src/discover/recognition/index.ts',
  'src/discover/scenes/index.ts',
  'src/discover/detail/PhotoBrowser.tsx',
  'src/discover/menu/NoData.tsx',
  // Who is signed in has the settings within what surrounds their own pages; who is not is asked to sign in.
  'src/app/Shell.tsx',
  'src/app/ToSignIn.tsx',
];
/** Of what a script names: the letters of our languages (others come when a text has them), its drawings, the reader of maps. @param {string} name */
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
 * The server names them in the page, so that none is found out one after the other.
 * @returns {Record<string, { scripts: string[], styles: string[] }>} Of each kind of page, in the order in which they are needed.
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

/** In one file: a service worker is known by its address, which must stay the same. */
async function buildServiceWorker() {
  const esbuild = await import('esbuild');
  const script = join(ROOT, 'apps/web/dist/sw.js');
  await esbuild.build({
    entryPoints: [join(ROOT, 'apps/web/src/platform/worker/main.ts')],
    outfile: script,
    bundle: true,
    minify: true,
    target: 'es2022',
    format: 'iife',
    legalComments: 'none',
    define: { BUILD: JSON.stringify(keptByWorker()) },
  });
  writeFileSync(`${script}.br`, brotliCompressSync(readFileSync(script)));
}

/**
 * What the service worker keeps from the start: the page, and all pages of visitors. The rest it keeps when it is seen.
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
 * One hash over the names and contents of all files in the given places, tests aside.
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
