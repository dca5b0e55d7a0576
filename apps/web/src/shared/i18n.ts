/** Translations in the language of this device, which changes without a reload. Each feature adds its texts when it loads. */
import {
  type Language,
  contentLanguage,
  readTexts,
  type TextFiles,
  type Translate,
  type TranslateIn,
  type Words,
} from '@earth/contracts';
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import { supportedLanguage } from '../platform/texts';

const STORED = 'language';

/** The language chosen on this device, else the first supported language of the browser, else English. */
const store = createStore<{ readonly language: string }>(() => ({
  language: supportedLanguage([localStorage.getItem(STORED), ...navigator.languages]),
}));

export interface Texts<En extends Words> {
  readonly translateIn: TranslateIn<En>;
  /** For code outside components. Components use `useTexts`, which follows the language. */
  readonly say: Translate<En>;
}

/** @param files of the feature, one per language: `import.meta.glob('./texts/*.json', { eager: true, import: 'default' })` */
export function addTexts<En extends Words>(files: TextFiles): Texts<En> {
  const translateIn = readTexts<En>(files);
  return { translateIn, say: (key, values) => translateIn(currentLanguage())(key, values) };
}

export function useTexts<En extends Words>({ translateIn }: Texts<En>): Translate<En> {
  return translateIn(useLanguage());
}

const markPage = ({ language }: { readonly language: string }) => {
  document.documentElement.lang = language;
};
store.subscribe(markPage);
markPage(store.getState());

const currentLanguage = (): string => store.getState().language;

export const useLanguage = (): string => useStore(store, ({ language }) => language);

/** The language in which contents are requested. Components use `useContentLanguage`. */
export const currentContentLanguage = (): Language => contentLanguage(currentLanguage());

export const useContentLanguage = (): Language => contentLanguage(useLanguage());

export function setLanguage(language: string): void {
  localStorage.setItem(STORED, language);
  store.setState({ language });
}
