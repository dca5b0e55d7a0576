/**
 * Translations. Each feature registers its texts in both languages when it loads. Keys are checked by type, so that a missing text
 * fails the build. The language changes without a reload.
 */
import { type Language, languages } from '@earth/contracts';
import { useSyncExternalStore } from 'react';

const STORED = 'language';

const isLanguage = (text: string | null | undefined): text is Language =>
  languages.some((language) => language === text);

/** The language chosen on this device, else the first supported language of the browser, else English. */
function firstLanguage(): Language {
  const chosen = localStorage.getItem(STORED);
  if (isLanguage(chosen)) return chosen;
  return navigator.languages.map((tag) => tag.slice(0, 2)).find(isLanguage) ?? 'en';
}

const markPage = () => {
  document.documentElement.lang = current;
};

let current = firstLanguage();
const listeners = new Set<() => void>();
markPage();

type Words = Readonly<Record<string, string>>;

/** The keys as used by callers: `calls_one` and `calls_other` become `calls`, with a `count`. */
export type TextKey<En extends Words> = {
  [Key in keyof En & string]: Key extends `${infer Base}_${'one' | 'other'}` ? Base : Key;
}[keyof En & string];

export type Values = Readonly<Record<string, string | number>>;
export type Translate<En extends Words> = (key: TextKey<En>, values?: Values) => string;

export interface Texts<En extends Words> {
  readonly words: Readonly<Record<Language, Words>>;
  /** One function per language, so that memoized values that depend on it are recomputed when the language changes. */
  readonly translateIn: Readonly<Record<Language, Translate<En>>>;
  /** For code outside components. Components use `useTexts`, which follows the language. */
  readonly say: Translate<En>;
}

/** Registers the texts of a feature. `{{name}}` is interpolated; `_one` and `_other` are chosen by `count`. */
export function addTexts<En extends Words>(words: {
  readonly en: En;
  readonly it: { readonly [Key in keyof En]: string };
}): Texts<En> {
  const translateIn = { en: createTranslate<En>('en', words.en), it: createTranslate<En>('it', words.it) };
  return { words, translateIn, say: (key, values) => translateIn[current](key, values) };
}

const plurals = { en: new Intl.PluralRules('en'), it: new Intl.PluralRules('it') };

/** Right-to-left letters, and bidirectional control characters. */
const TURNS =
  /[\u0590-\u08ff\u200f\u202a-\u202e\u2066-\u2069\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;
const MARKS = /[\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

/** Isolates an interpolated name (FSI … PDI of Unicode), so that it does not change the direction of the words around it. */
function isolated(value: string | number | undefined): string {
  const text = String(value ?? '');
  return TURNS.test(text) ? `\u2068${text.replaceAll(MARKS, '')}\u2069` : text;
}

function createTranslate<En extends Words>(language: Language, words: Words): Translate<En> {
  return (key, values = {}) => {
    const { count } = values;
    const form =
      typeof count === 'number' && words[`${key}_${plurals[language].select(count) === 'one' ? 'one' : 'other'}`];
    return (form || words[key] || key).replaceAll(/\{\{(\w+)\}\}/g, (_, name: string) => isolated(values[name]));
  };
}

export function useTexts<En extends Words>({ translateIn }: Texts<En>): Translate<En> {
  return translateIn[useLanguage()];
}

/** For code outside components. Components use `useLanguage`, which follows the language. */
export const currentLanguage = (): Language => current;

function onLanguage(listener: () => void) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export const useLanguage = (): Language => useSyncExternalStore(onLanguage, currentLanguage);

export function setLanguage(language: Language): void {
  localStorage.setItem(STORED, language);
  current = language;
  markPage();
  for (const listener of listeners) listener();
}
