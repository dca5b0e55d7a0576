/**
 * Translations of one folder, in the web app and on the server: a file `texts/<language>.json` per language, in the JSON format of i18next.
 * A text that a file lacks is taken from the English one.
 */
export type Words = Readonly<Record<string, string>>;

/** The keys as used by callers: `calls_one` and `calls_other` become `calls`, with a `count`. */
export type TextKey<En extends Words> = {
  [Key in keyof En & string]: Key extends `${infer Base}_${Intl.LDMLPluralRule}` ? Base : Key;
}[keyof En & string];

export type Values = Readonly<Record<string, string | number>>;
export type Translate<En extends Words> = (key: TextKey<En>, values?: Values) => string;

/** One function per language, so that memoized values that depend on it are recomputed when the language changes. */
export type TranslateIn<En extends Words> = (language: string) => Translate<En>;

/** The contents of `texts/*.json` by path. */
export type TextFiles = Readonly<Record<string, unknown>>;

export const FALLBACK_LANGUAGE = 'en';

const languageOf = (path: string) => path.replaceAll(/^.*\/|\.json$/g, '');

/** The languages of a folder, by their BCP 47 tags. */
export const languagesOf = (files: TextFiles): readonly string[] => Object.keys(files).map(languageOf);

/** Reads the texts of a folder. `{{name}}` is interpolated; `count` chooses among the CLDR plural forms `_zero` … `_other`. */
export function readTexts<En extends Words>(files: TextFiles): TranslateIn<En> {
  const tables = new Map(Object.entries(files).map(([path, words]) => [languageOf(path), words as Words]));
  const inEnglish = findIn(FALLBACK_LANGUAGE, tables.get(FALLBACK_LANGUAGE) ?? {});
  const translateIn = (find: Find): Translate<En> => {
    return (key, values = {}) =>
      (find(key, values) || inEnglish(key, values) || key).replaceAll(/\{\{(\w+)\}\}/g, (_, name: string) =>
        isolated(values[name]),
      );
  };
  const english = translateIn(inEnglish);
  const all = new Map([...tables].map(([language, words]) => [language, translateIn(findIn(language, words))]));
  return (language) => all.get(language) ?? english;
}

type Find = (key: string, values: Values) => string | undefined;

/** Translators' tools write an empty text for a missing one. */
function findIn(language: string, words: Words): Find {
  let rules: Intl.PluralRules | undefined;
  return (key, { count }) => {
    if (typeof count !== 'number') return words[key];
    rules ??= new Intl.PluralRules(language);
    return words[`${key}_${rules.select(count)}`] || words[`${key}_other`] || words[key];
  };
}

/** Right-to-left letters, and bidirectional control characters. */
const TURNS =
  /[\u0590-\u08ff\u200f\u202a-\u202e\u2066-\u2069\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;
const MARKS = /[\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

/** Isolates an interpolated name (FSI … PDI of Unicode), so that it does not change the direction of the words around it. */
function isolated(value: string | number | undefined): string {
  const text = String(value ?? '');
  return TURNS.test(text) ? `\u2068${text.replaceAll(MARKS, '')}\u2069` : text;
}
