import type { Language } from '@earth/contracts';

interface LanguageChoice {
  readonly value: Language;
  /** The language's own name for itself. */
  readonly label: string;
  readonly lang: Language;
}

/** The languages to choose from. */
export const languageChoices: readonly LanguageChoice[] = [
  { value: 'en', label: 'English', lang: 'en' },
  { value: 'it', label: 'Italiano', lang: 'it' },
];
