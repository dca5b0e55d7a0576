import { isGenuine, type NotGenuine as Forged } from '@earth/contracts';
import { useTexts } from '../../shared/i18n';
import { NotGenuine } from '../../ui/feedback/NotGenuine';
import styles from './call-page.module.css';
import { texts } from './texts';

/** A decrypted text, or the reason why there is none. Undefined while it is being decrypted. */
export function Opened({ text }: { readonly text: string | Forged | null | undefined }) {
  const t = useTexts(texts);
  if (!isGenuine(text)) return <NotGenuine />;
  return text ?? <span className={styles.quiet}>{t(text === undefined ? 'opening' : 'notForYou')}</span>;
}
