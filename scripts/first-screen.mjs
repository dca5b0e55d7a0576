/** Computes the scripts that a browser loads before a user can sign in, or before a visitor sees content. */
import { readFileSync } from 'node:fs';
import { basename, dirname, extname, join } from 'node:path';
import { ROOT } from './run.mjs';

const DIST = 'apps/web/dist';
/** The page itself, and the screen that it loads first. */
const FIRST = ['index.html', 'src/account/sign-in/index.ts'];
/** The source modules of the first pages, beside the page itself. `discover`: a visitor's home, and each list. */
export const PAGES = {
  app: ['src/app/start.tsx'],
  discover: ['src/app/start.tsx', 'src/app/DiscoverShell.tsx', 'src/discover/lists/index.ts'],
  detail: ['src/app/start.tsx', 'src/app/DiscoverShell.tsx', 'src/discover/detail/index.ts'],
};

/** @typedef {{ file: string, name?: string, imports?: string[], css?: string[], assets?: string[] }} Chunk */
/** @typedef {Record<string, Chunk>} Manifest Vite's build manifest. */

/** @returns {Manifest} */
export const readManifest = () => JSON.parse(readFileSync(join(ROOT, DIST, '.vite/manifest.json'), 'utf8'));

/**
 * The scripts of the first screen with their static imports.
 * @returns {string[]} Paths relative to the repository.
 */
export function firstScreen() {
  return scriptsOf(readManifest(), FIRST).map((file) => `${DIST}/${file}`);
}

/**
 * The scripts of one of the first pages, which the server preloads.
 * @param {keyof typeof PAGES} page
 * @returns {string[]} Paths relative to the repository.
 */
export const firstPage = (page) =>
  scriptsOf(readManifest(), ['index.html', ...PAGES[page]]).map((file) => `${DIST}/${file}`);

/**
 * The scripts that a part of the app adds to a page that has loaded.
 * @param {keyof typeof PAGES} page
 * @param {string} source The part's module.
 * @returns {string[]} Paths relative to the repository.
 */
export function addedBy(page, source) {
  const loaded = new Set(firstPage(page));
  return scriptsOf(readManifest(), [source])
    .map((file) => `${DIST}/${file}`)
    .filter((path) => !loaded.has(path));
}

/**
 * The scripts of these source modules, with their static imports.
 * @param {Manifest} manifest
 * @param {readonly string[]} sources
 * @returns {string[]}
 */
export const scriptsOf = (manifest, sources) => [
  // Removes duplicates: a module named here may also be imported by another.
  ...new Set(
    chunksOf(manifest, sources)
      .map(({ file }) => file)
      .filter((file) => file.endsWith('.js')),
  ),
];

/**
 * @param {Manifest} manifest
 * @param {readonly string[]} sources
 * @returns {Chunk[]}
 */
export function chunksOf(manifest, sources) {
  /** @type {Set<string>} */
  const seen = new Set();
  /** @param {string} source */
  const visit = (source) => {
    const chunk = manifest[source] ?? sharedChunk(manifest, source);
    if (!chunk) throw new Error(`The web app was built without ${source}: is it still part of the first screen?`);
    if (seen.has(source)) return;
    seen.add(source);
    chunk.imports?.forEach(visit);
  };
  sources.forEach(visit);
  return [...seen].flatMap((source) => manifest[source] ?? sharedChunk(manifest, source) ?? []);
}

/** @param {string} source */
const nameOf = (source) =>
  source.endsWith('/index.ts') ? basename(dirname(source)) : basename(source, extname(source));

/**
 * The manifest lists a shared chunk by its name only; for a page, that is its folder's.
 * @param {Manifest} manifest
 * @param {string} source
 */
const sharedChunk = (manifest, source) =>
  Object.entries(manifest).find(([key, { name }]) => /^_.*\.js$/.test(key) && name === nameOf(source))?.[1];
