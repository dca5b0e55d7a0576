/**
 * The words of the app. Each feature brings its own, in both languages, when it loads; keys are checked by type, so that
 * a missing text fails the build. The language changes without a reload.
 */
import { type Language, languages } from '@earth/contracts';
import i18next from 'i18next';
import { useSyncExternalStore } from 'react';

const STORED = 'language';

const isLanguage = (text: string | null | undefined): text is Language =>
  languages.some((language) => language === text);

/** What was chosen on this device, else the first of the browser's languages that we speak, else English. */
function firstLanguage(): Language {
  const chosen = localStorage.getItem(STORED);
  if (isLanguage(chosen)) return chosen;
  return navigator.languages.map((tag) => tag.slice(0, 2)).find(isLanguage) ?? 'en';
}

const markPage = (language: string) => {
  document.documentElement.lang = language;
};

void i18next.init({
  lng: firstLanguage(),
  supportedLngs: [...languages],
  resources: {},
  // Everything is here already: nothing is loaded, so nothing has to wait.
  initAsync: false,
  // React escapes what it writes.
  interpolation: { escapeValue: false },
});
markPage(i18next.language);
i18next.on('languageChanged', markPage);

type Words = Readonly<Record<string, string>>;

/** The keys as one uses them: `calls_one` and `calls_other` are asked for as `calls`, with a `count`. */
export type TextKey<En extends Words> = {
  [Key in keyof En & string]: Key extends `${infer Base}_${'one' | 'other'}` ? Base : Key;
}[keyof En & string];

export type Values = Readonly<Record<string, string | number>>;
export type Say<En extends Words> = (key: TextKey<En>, values?: Values) => string;

export interface Texts<En extends Words> {
  readonly namespace: string;
  /** For code outside components: a component uses `useTexts` and so follows the language. */
  readonly say: Say<En>;
}

/** Registers the words of a feature. i18next: `{{name}}` is filled in, `_one` and `_other` go by `count`. */
export function addTexts<En extends Words>(
  namespace: string,
  texts: { readonly en: En; readonly it: { readonly [Key in keyof En]: string } },
): Texts<En> {
  for (const language of languages) i18next.addResourceBundle(language, namespace, texts[language]);
  return { namespace, say: (key, values) => i18next.t(key, { ns: namespace, ...values }) };
}

/** Another function in another language, so that whatever depends on it is written anew. */
const spoken = new Map<string, (key: string, values?: Values) => string>();
function sayIn(language: Language, namespace: string) {
  const name = `${language} ${namespace}`;
  const known = spoken.get(name);
  if (known) return known;
  const t = i18next.getFixedT(language, namespace);
  const say = (key: string, values?: Values) => t(key, { ...values });
  spoken.set(name, say);
  return say;
}

export function useTexts<En extends Words>({ namespace }: Texts<En>): Say<En> {
  return sayIn(useLanguage(), namespace);
}

/** For code outside components: a component uses `useLanguage` and so follows it. */
export const currentLanguage = (): Language => (isLanguage(i18next.language) ? i18next.language : 'en');

function onLanguage(listener: () => void) {
  i18next.on('languageChanged', listener);
  return () => i18next.off('languageChanged', listener);
}

export const useLanguage = (): Language => useSyncExternalStore(onLanguage, currentLanguage);

export async function setLanguage(language: Language): Promise<void> {
  localStorage.setItem(STORED, language);
  await i18next.changeLanguage(language);
}
