/** The server's texts: a file `texts/<language>.json` per language in the folder of the code that uses them. */
import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { languagesOf, readTexts, type TextFiles, type TranslateIn, type Words } from '@earth/contracts';
import { places } from './places';

function readFiles(folder: string): TextFiles {
  const path = resolve(places.repository, folder, 'texts');
  return Object.fromEntries(
    readdirSync(path).map((name) => [name, JSON.parse(readFileSync(join(path, name), 'utf8')) as unknown]),
  );
}

/** @param folder relative to the repository */
export const textsOf = <En extends Words>(folder: string): TranslateIn<En> => readTexts<En>(readFiles(folder));

/** The languages of the server: those of the error texts, by their BCP 47 tags. */
export const languages = languagesOf(readFiles('packages/contracts/src'));
