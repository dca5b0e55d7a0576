import { useContentLanguage } from './i18n';

/** Of a text that a company wrote once, and perhaps in Italian too, the one for the reader. */
export function useWritten() {
  const language = useContentLanguage();
  return <Text extends string | null>(text: Text, inItalian: string | undefined): Text | string =>
    language === 'it' && inItalian !== undefined ? inItalian : text;
}
