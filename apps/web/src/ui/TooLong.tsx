import { formatNumber } from '../app/format';
import { useLanguage, useTexts } from '../app/i18n';
import styles from './Field.module.css';
import { texts } from './texts';

/** Counted as the server counts: without the spaces around it. */
const excessOf = (text: string, most: number): number => text.trim().length - most;

/** A field keeps all that is pasted into it: what is too long is not sent, but nothing of it is lost unseen. */
export const isTooLong = (text: string, most: number): boolean => excessOf(text, most) > 0;

interface TooLongProps {
  readonly text: string;
  readonly most: number;
}

/** Says how much too long a text is; its place is there before, so that it is read out when it comes. */
export function TooLong({ text, most }: TooLongProps) {
  const t = useTexts(texts);
  const language = useLanguage();
  const count = excessOf(text, most);
  return (
    <div role="alert">
      {count > 0 && (
        <p className={styles.problem}>
          {t('tooLong', { count, excess: formatNumber(count, language), most: formatNumber(most, language) })}
        </p>
      )}
    </div>
  );
}
