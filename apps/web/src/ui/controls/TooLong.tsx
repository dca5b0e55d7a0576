import { formatNumber } from '../../shared/format';
import { useLanguage, useTexts } from '../../shared/i18n';
import styles from './Field.module.css';
import { texts } from '../texts';

/** Counted like the server does: without surrounding spaces. */
const excessOf = (text: string, most: number): number => text.trim().length - most;

/** Fields do not cut pasted text: a text that is too long is kept, but not sent. */
export const isTooLong = (text: string, most: number): boolean => excessOf(text, most) > 0;

interface TooLongProps {
  readonly text: string;
  readonly most: number;
}

/** A message with the excess of a text; null: it fits. */
export function useTooLong({ text, most }: TooLongProps): string | null {
  const t = useTexts(texts);
  const language = useLanguage();
  const count = excessOf(text, most);
  if (count <= 0) return null;
  return t('tooLong', { count, excess: formatNumber(count, language), most: formatNumber(most, language) });
}

/** Shows by how much a text is too long. */
export function TooLong(props: TooLongProps) {
  const words = useTooLong(props);
  if (words === null) return null;
  return (
    <p role="alert" className={styles.problem}>
      {words}
    </p>
  );
}
