import { Picture } from '../../menu';
import type { Match } from '../model/match';
import styles from './recognition-results.module.css';
import { Similarity } from './Similarity';

interface MatchCardProps {
  readonly match: Match;
  readonly onOpen: () => void;
}

/** A product that is like the photograph. The whole card opens it. */
export function MatchCard({ match, onOpen }: MatchCardProps) {
  const { title, line, locale, pictureUrl, item } = match;
  const isMain = item?.content.imageUrl === pictureUrl;
  return (
    <li className={styles.card}>
      <Picture
        picture={isMain ? (item?.content.image ?? null) : null}
        url={pictureUrl}
        sizes="(min-width: 1024px) 240px, 47vw"
        className={styles.picture}
        isFirst
      />
      <button type="button" className={styles.open} lang={locale} aria-haspopup="dialog" onClick={onOpen}>
        {title}
      </button>
      {line && (
        <span className={styles.line} lang={locale}>
          {line}
        </span>
      )}
      <Similarity match={match} />
    </li>
  );
}
