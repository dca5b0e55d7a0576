import { useTexts } from '../../../shared/i18n';
import type { Match } from '../model/match';
import { texts } from '../texts';
import { Compare } from './Compare';
import styles from './recognition-results.module.css';
import { SimilarityBar, useSimilarity } from './Similarity';

interface BestMatchProps {
  readonly match: Match;
  /** The address of the photograph. */
  readonly photograph: string;
  readonly onOpen: () => void;
}

/** The product that was photographed, beside the photograph. */
export function BestMatch({ match, photograph, onOpen }: BestMatchProps) {
  const t = useTexts(texts);
  const { title, line, locale, pictureUrl, similarity } = match;
  const { word, number } = useSimilarity(match);
  return (
    <section className={styles.best} aria-label={t('bestMatch')}>
      <Compare photograph={photograph} pictureUrl={pictureUrl} title={title} locale={locale} />
      <div className={styles.bestHead}>
        <button type="button" className={styles.bestTitle} lang={locale} aria-haspopup="dialog" onClick={onOpen}>
          {title}
        </button>
        <span className={styles.badge}>{word}</span>
      </div>
      {line && (
        <p className={styles.line} lang={locale}>
          {line}
        </p>
      )}
      <div className={styles.bestBar}>
        <SimilarityBar percent={similarity} />
        <span className={styles.number}>{number}</span>
      </div>
    </section>
  );
}
