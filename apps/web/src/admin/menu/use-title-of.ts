import { useContentLanguage, useTexts } from '../../shared/i18n';
import type { Entry } from './model/tree';
import { texts } from './texts';

/** The title of an entry in the language of the app, else in the other one. */
export function useTitleOf(): (entry: Pick<Entry, 'title'>) => string {
  const t = useTexts(texts);
  const language = useContentLanguage();
  return ({ title }) => title[language].trim() || title[language === 'en' ? 'it' : 'en'].trim() || t('untitled');
}
