/** Which scripts a browser has to load before somebody who opens the web app can sign in, or sees what there is for visitors. */
import { readFileSync } from 'node:fs';
import { basename, dirname, extname, join } from 'node:path';
import { ROOT } from './run.mjs';

const DIST = 'apps/web/dist';
/** The page itself, and the screen that it loads first. */
const FIRST = ['index.html', 'src/account/sign-in/index.ts'];
/** Of which sources the first pages are made, beside the page itself. `discover`: a visitor's home, and each list. */
export const PAGES = {
  app: ['src/app/start.tsx'],
  discover: ['src/app/start.tsx', 'src/app/DiscoverShell.tsx', 'src/discover/lists/index.ts'],
  detail: ['src/app/start.tsx', 'src/app/DiscoverShell.tsx', 'src/discover/detail/index.ts'],
};

/** @typedef {{ file: string, name?: string, imports?: string[], css?: string[], assets?: string[] }} Chunk */
/** @typedef {Record<string, Chunk>} Manifest Vite's list of what it built from what. */

/** @returns {Manifest} */
export const readManifest = () => JSON.parse(readFileSync(join(ROOT, DIST, '.vite/manifest.json'), 'utf8'));

/**
 * The scripts of the first screen and all that these import at once.
 * @returns {string[]} Paths relative to the repository.
 */
export function firstScreen() {
  return scriptsOf(readManifest(), FIRST).map((file) => `${DIST}/${file}`);
}

/**
 * The scripts of one of the first pages, which the server names in it.
 * @param {keyof typeof PAGES} page
 * @returns {string[]} Paths relative to the repository.
 */
export const firstPage = (page) =>
  scriptsOf(readManifest(), ['index.html', ...PAGES[page]]).map((file) => `${DIST}/${file}`);

/**
 * The scripts behind some sources, with everything that is loaded along with them.
 * @param {Manifest} manifest
 * @param {readonly string[]} sources
 * @returns {string[]}
 */
export const scriptsOf = (manifest, sources) => [
  // A part that one source names and another imports is one script.
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
  const take = (source) => {
    const chunk = manifest[source] ?? sharedChunk(manifest, source);
    if (!chunk)
      throw new Error(`The web app was built without ${source}: is it still what the first screen is made of?`);
    if (seen.has(source)) return;
    seen.add(source);
    chunk.imports?.forEach(take);
  };
  sources.forEach(take);
  return [...seen].flatMap((source) => manifest[source] ?? sharedChunk(manifest, source) ?? []);
}

/** @param {string} source */
const nameOf = (source) =>
  source.endsWith('/index.ts') ? basename(dirname(source)) : basename(source, extname(source));

/**
 * What is loaded for itself, and of which something else takes parts, is listed under its name alone: of a page, its folder's.
 * @param {Manifest} manifest
 * @param {string} source
 */
const sharedChunk = (manifest, source) =>
  Object.entries(manifest).find(([key, { name }]) => /^_.*\.js$/.test(key) && name === nameOf(source))?.[1];
