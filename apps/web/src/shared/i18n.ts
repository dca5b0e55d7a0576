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
import { useSyncExternalStore } from 'react';
import { supportedLanguage } from '../platform/texts';

const STORED = 'language';

const markPage = () => {
  document.documentElement.lang = current;
};

/** The language chosen on this device, else the first supported language of the browser, else English. */
let current = supportedLanguage([localStorage.getItem(STORED), ...navigator.languages]);
const listeners = new Set<() => void>();
markPage();

export interface Texts<En extends Words> {
  readonly translateIn: TranslateIn<En>;
  /** For code outside components. Components use `useTexts`, which follows the language. */
  readonly say: Translate<En>;
}

/** @param files of the feature, one per language: `import.meta.glob('./texts/*.json', { eager: true, import: 'default' })` */
export function addTexts<En extends Words>(files: TextFiles): Texts<En> {
  const translateIn = readTexts<En>(files);
  return { translateIn, say: (key, values) => translateIn(current)(key, values) };
}

export function useTexts<En extends Words>({ translateIn }: Texts<En>): Translate<En> {
  return translateIn(useLanguage());
}

const currentLanguage = (): string => current;

function onLanguage(listener: () => void) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export const useLanguage = (): string => useSyncExternalStore(onLanguage, currentLanguage);

/** The language in which contents are requested. Components use `useContentLanguage`. */
export const currentContentLanguage = (): Language => contentLanguage(current);

export const useContentLanguage = (): Language => contentLanguage(useLanguage());

export function setLanguage(language: string): void {
  localStorage.setItem(STORED, language);
  current = language;
  markPage();
  for (const listener of listeners) listener();
}
