import { isGenuine, type NotGenuine } from '@earth/contracts';
import { useTexts } from '../../app/i18n';
import styles from './call-page.module.css';
import { texts } from './texts';

/** What is said where there are no words: undefined while they are being opened. */
const missingWord = (text: NotGenuine | null | undefined) =>
  text === undefined ? 'opening' : isGenuine(text) ? 'notForYou' : 'notGenuine';

/** Words that were sealed; or why they are not there. */
export function Opened({ text }: { readonly text: string | NotGenuine | null | undefined }) {
  const t = useTexts(texts);
  return typeof text === 'string' ? text : <span className={styles.quiet}>{t(missingWord(text))}</span>;
}
