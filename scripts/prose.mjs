/** What people read that is in no `texts/` folder: the terms of the brands, the page of the API in `/docs`, and the contents of the demo. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from './run.mjs';
import { wordsNeverShown } from './words.mjs';

/** @typedef {{ place: string, language: string, text: string, kind?: 'app' | 'prose' }} Prose `place`: a file, and where in it. */

const BRANDS = 'brands';
const CONTRACTS = 'packages/contracts/src';
const DEMO = 'apps/server/demo';

/** @param {string} path */
const read = (path) => readFileSync(join(ROOT, path), 'utf8');
/** @param {string} folder @param {string} ending */
const filesIn = (folder, ending) =>
  readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .map((name) => `${folder}/${name.replaceAll('\\', '/')}`)
    .filter((path) => path.endsWith(ending))
    .toSorted();

/**
 * All strings within a value, with the keys that lead there.
 * @param {unknown} value
 * @param {string} at
 * @returns {(readonly [at: string, text: string])[]}
 */
function stringsIn(value, at) {
  if (typeof value === 'string') return [[at, value]];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, one]) => stringsIn(one, `${at}/${key}`));
}

/** @returns {Prose[]} */
function terms() {
  return filesIn(BRANDS, '/terms.json').flatMap((path) =>
    Object.entries(JSON.parse(read(path))).flatMap(([language, texts]) =>
      stringsIn(texts, `${path}: ${language}`).map(([place, text]) => ({ place, language, text })),
    ),
  );
}

const DESCRIBED = /\b(?:summary|description):\s*(?:'((?:[^'\\]|\\.)*)'|`([^`]*)`)/g;

/**
 * What a declaration of a call says of it.
 * @param {string} source
 */
export const describedIn = (source) =>
  [...source.matchAll(DESCRIBED)].map(([, plain, template]) => plain ?? template ?? '');

/** @returns {Prose[]} */
function calls() {
  return filesIn(CONTRACTS, '.ts').flatMap((path) =>
    describedIn(read(path)).map((text) => ({ place: path, language: 'en', text, kind: 'prose' })),
  );
}

/** @returns {Prose[]} */
function demo() {
  return filesIn(DEMO, '.json').flatMap((path) =>
    stringsIn(JSON.parse(read(path)), path).flatMap(([place, text]) => {
      const language = /_(en|it)$/.exec(place)?.[1];
      return language === undefined ? [] : [{ place, language, text, kind: /** @type {const} */ ('prose') }];
    }),
  );
}

/**
 * @param {readonly Prose[]} all
 * @returns {string[]} One line for each word that none of them has.
 */
export const proseFindingsIn = (all) =>
  all.flatMap(({ place, language, text, kind }) =>
    wordsNeverShown(language, text, kind).map((finding) => `${place}: «${text.slice(0, 60)}» has ${finding}.`),
  );

export const readProse = () => [...terms(), ...calls(), ...demo()];
