import { languageName, languages } from '../platform/texts';

interface LanguageChoice {
  readonly value: string;
  readonly label: string;
  readonly lang: string;
}

/** The languages to choose from. */
export const languageChoices: readonly LanguageChoice[] = languages.map((language) => ({
  value: language,
  label: languageName(language),
  lang: language,
}));
