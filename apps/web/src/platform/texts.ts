/** The texts of ring actions and of guests' names, and the languages of the app: those in which these are. */
import { FALLBACK_LANGUAGE, languagesOf, readTexts } from '@earth/contracts';
import type en from './texts/en.json';

const files = import.meta.glob('./texts/*.json', { eager: true, import: 'default' });

export const textsIn = readTexts<typeof en>(files);

/** BCP 47 tags. A file `texts/<language>.json` adds one. */
export const languages = languagesOf(files);

/** A language's own name for itself. */
export function languageName(language: string): string {
  const name = new Intl.DisplayNames(language, { type: 'language' }).of(language) ?? language;
  return name.charAt(0).toLocaleUpperCase(language) + name.slice(1);
}

/** The first of these languages that the app has, `it` for `it-CH`; English if it has none. */
export const supportedLanguage = (tags: readonly (string | null)[]): string =>
  tags.flatMap((tag) => (tag === null ? [] : [tag, tag.replace(/-.*/, '')])).find((tag) => languages.includes(tag)) ??
  FALLBACK_LANGUAGE;
