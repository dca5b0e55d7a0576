import type { CSSProperties } from 'react';
import { formatPercent } from '../../../shared/format';
import { useLanguage, useTexts } from '../../../shared/i18n';
import type { Match } from '../model/match';
import { similarityWord } from '../model/similarity';
import { texts } from '../texts';
import styles from './recognition-results.module.css';

type Rated = Pick<Match, 'similarity' | 'isMatch'>;

/** The bar of a similarity. The number and the word stand beside it. */
export const SimilarityBar = ({ percent }: { readonly percent: number }) => (
  <span className={styles.bar} style={{ '--share': `${percent}%` } as CSSProperties} aria-hidden="true" />
);

export function useSimilarity({ similarity, isMatch }: Rated) {
  const t = useTexts(texts);
  const language = useLanguage();
  return { word: t(similarityWord(similarity, isMatch)), number: formatPercent(similarity / 100, language) };
}

/** The word, the number and the bar of a similarity. */
export function Similarity({ match }: { readonly match: Rated }) {
  const { word, number } = useSimilarity(match);
  return (
    <>
      <span className={styles.similarity}>
        <span>{word}</span>
        <span className={styles.number}>{number}</span>
      </span>
      <SimilarityBar percent={match.similarity} />
    </>
  );
}
