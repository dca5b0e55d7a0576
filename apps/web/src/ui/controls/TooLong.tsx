import { formatNumber } from '../../shared/format';
import { useLanguage, useTexts } from '../../shared/i18n';
import styles from './Field.module.css';
import { texts } from '../texts';

/** Counted as the server counts: without the spaces around it. */
const excessOf = (text: string, most: number): number => text.trim().length - most;

/** A field keeps all that is pasted into it: what is too long is not sent, but nothing of it is lost unseen. */
export const isTooLong = (text: string, most: number): boolean => excessOf(text, most) > 0;

interface TooLongProps {
  readonly text: string;
  readonly most: number;
}

/** How much too long a text is, in words; null where it is not. */
export function useTooLong({ text, most }: TooLongProps): string | null {
  const t = useTexts(texts);
  const language = useLanguage();
  const count = excessOf(text, most);
  if (count <= 0) return null;
  return t('tooLong', { count, excess: formatNumber(count, language), most: formatNumber(most, language) });
}

/** Says how much too long a text is. */
export function TooLong(props: TooLongProps) {
  const words = useTooLong(props);
  if (words === null) return null;
  return (
    <p role="alert" className={styles.problem}>
      {words}
    </p>
  );
}
