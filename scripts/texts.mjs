/** Checks the files of texts, `texts/<language>.json`, of the web app and of the server: what they lack, and what nothing uses. The words also of other prose. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { proseFindingsIn, readProse } from './prose.mjs';
import { ROOT } from './run.mjs';
import { wordsNeverShown } from './words.mjs';

/** @typedef {Readonly<Record<string, string>>} Texts By key. */
/** @typedef {Readonly<Record<string, Texts>>} Folder By language. */

const SOURCES = ['apps/server/src', 'apps/web/src', 'packages/contracts/src'];
/** Without these languages the build fails. In others a missing text is the English one. */
const COMPLETE = ['en', 'it'];
/** The folders whose files are the list of languages. */
const LISTS = ['apps/web/src/platform/texts', 'packages/contracts/src/texts'];
const PLURAL = /_(zero|one|two|few|many|other)$/;

/** @returns {boolean} Whether there is nothing to report. */
export function checkTexts() {
  const folders = readFolders();
  const inFolders = [...folders].flatMap(([place, folder]) =>
    [...findingsIn(folder), ...wordsIn(folder), ...stopsIn(place, folder), ...unlistedIn(folder, folders)].map(
      (finding) => `${place}/${finding}`,
    ),
  );
  const findings = [...inFolders, ...proseFindingsIn(readProse())];
  for (const finding of findings) console.error(finding);
  if (findings.length === 0) console.log(`The texts of ${folders.size} folders are complete: ${COMPLETE.join(', ')}.`);
  return findings.length === 0;
}

function readFolders() {
  /** @type {Map<string, Record<string, Texts>>} */
  const folders = new Map();
  const paths = SOURCES.flatMap((source) =>
    readdirSync(join(ROOT, source), { recursive: true, encoding: 'utf8' }).map((name) => `${source}/${name}`),
  );
  for (const path of paths.map((name) => name.replaceAll('\\', '/')).toSorted()) {
    const [, place, language] = /^(.*\/texts)\/([\w-]+)\.json$/.exec(path) ?? [];
    if (place === undefined || language === undefined) continue;
    const texts = JSON.parse(readFileSync(join(ROOT, path), 'utf8'));
    folders.set(place, { ...folders.get(place), [language]: texts });
  }
  return folders;
}

/**
 * @param {Folder} folder
 * @returns {string[]} One line for each fault.
 */
export function findingsIn(folder) {
  const english = folder.en ?? {};
  const missing = COMPLETE.flatMap((language) =>
    Object.keys(english)
      .filter((key) => !folder[language]?.[key])
      .map((key) => `${language}.json: «${key}» is missing.`),
  );
  const wrong = Object.entries(folder).flatMap(([language, texts]) =>
    Object.entries(texts).flatMap(([key, text]) => {
      const model = english[key] ?? (PLURAL.test(key) ? english[key.replace(PLURAL, '_other')] : undefined);
      if (model === undefined) return [`${language}.json: «${key}» is not in en.json.`];
      return text === '' || valuesIn(text) === valuesIn(model)
        ? []
        : [`${language}.json: «${key}» has other values than ${valuesIn(model) || 'none'}.`];
    }),
  );
  return [...missing, ...wrong];
}

/**
 * @param {Folder} folder
 * @returns {string[]} One line for each word that no screen has.
 */
export function wordsIn(folder) {
  return Object.entries(folder).flatMap(([language, texts]) =>
    Object.entries(texts).flatMap(([key, text]) =>
      wordsNeverShown(language, text).map((finding) => `${language}.json: «${key}» has ${finding}.`),
    ),
  );
}

/** The errors of the server, which are texts of failures too. */
const ERRORS = 'packages/contracts/src/texts';
const FAILURE = /^(Couldn’t|Impossibile) /;
const FAILURE_KEY = /^failed|Failed$/;
const SEVERAL = /[.!?] \S/;

/**
 * A failure of one sentence has no full stop, as a title has none; of several, each has one.
 * @param {string} place
 * @param {Folder} folder
 * @returns {string[]} One line for each failure that ends otherwise.
 */
export function stopsIn(place, folder) {
  return Object.entries(folder).flatMap(([language, texts]) =>
    Object.entries(texts)
      .filter(([key, text]) => place === ERRORS || FAILURE_KEY.test(key) || FAILURE.test(text))
      .filter(([, text]) => SEVERAL.test(text) !== /[.…]$/.test(text))
      .map(
        ([key, text]) =>
          `${language}.json: «${key}» ${SEVERAL.test(text) ? 'lacks the' : 'has a'} full stop at its end.`,
      ),
  );
}

/** A language that is in one folder only would never be offered.
 * @param {Folder} folder
 * @param {ReadonlyMap<string, Folder>} folders
 */
function unlistedIn(folder, folders) {
  return Object.keys(folder).flatMap((language) =>
    LISTS.filter((list) => !folders.get(list)?.[language]).map((list) => `${language}.json: ${list} has no such file.`),
  );
}

/** The placeholders in a text, sorted: `{{name}}`. @param {string} text */
const valuesIn = (text) => [...new Set(text.match(/\{\{\w+\}\}/g))].toSorted().join(' ');
