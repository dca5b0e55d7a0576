import { languageName, languages } from '../../platform/texts';
import { setLanguage, useLanguage } from '../../shared/i18n';
import styles from './LanguageButton.module.css';

/** Switches to the next language; its label is that language's own name. */
export function LanguageButton({ className }: { readonly className?: string | undefined }) {
  const language = useLanguage();
  const next = languages[languages.indexOf(language) + 1] ?? languages[0] ?? language;
  return (
    <button
      type="button"
      lang={next}
      className={[styles.button, className].filter(Boolean).join(' ')}
      onClick={() => setLanguage(next)}
    >
      {languageName(next)}
    </button>
  );
}
