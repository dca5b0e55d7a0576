import { type CSSProperties, useState } from 'react';
import { useTexts } from '../../../shared/i18n';
import { Picture } from '../../menu';
import { texts } from '../texts';
import styles from './recognition-results.module.css';

interface CompareProps {
  /** The address of the photograph. */
  readonly photograph: string;
  readonly pictureUrl: string | null;
  readonly title: string;
  readonly locale: string | undefined;
  readonly isLarge?: boolean;
}

/** The photograph and the product's picture in one frame: a divider that follows the finger, or the arrow keys, parts them. */
export function Compare({ photograph, pictureUrl, title, locale, isLarge = false }: CompareProps) {
  const t = useTexts(texts);
  const [share, setShare] = useState(50);
  return (
    <div
      className={isLarge ? `${styles.compare} ${styles.largeCompare}` : styles.compare}
      style={{ '--share': `${share}%` } as CSSProperties}
    >
      <Picture picture={null} url={pictureUrl} sizes="100vw" className={styles.whole} isFirst />
      <img src={photograph} alt="" className={styles.photograph} />
      <span className={styles.divider} aria-hidden="true" />
      <span className={`${styles.name} ${styles.mine}`}>{t('yourPhoto')}</span>
      <span className={`${styles.name} ${styles.theirs}`} lang={locale}>
        {title}
      </span>
      <input
        type="range"
        aria-label={t('compare', { title })}
        min={0}
        max={100}
        value={share}
        onChange={({ currentTarget }) => setShare(currentTarget.valueAsNumber)}
      />
    </div>
  );
}
