import { setLanguage, useLanguage, useTexts } from '../../shared/i18n';
import styles from './LanguageButton.module.css';
import { texts } from '../../shared/texts';

/** With two languages, one button switches to the other; its label is that language's own name. */
export function LanguageButton({ className }: { readonly className?: string | undefined }) {
  const t = useTexts(texts);
  const other = useLanguage() === 'en' ? 'it' : 'en';
  return (
    <button
      type="button"
      lang={other}
      className={[styles.button, className].filter(Boolean).join(' ')}
      onClick={() => setLanguage(other)}
    >
      {t(other === 'it' ? 'italian' : 'english')}
    </button>
  );
}
