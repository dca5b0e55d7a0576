import type { Match } from '../model/match';
import { ResultTile } from '../ResultTile';
import { Similarity } from './Similarity';

interface MatchCardProps {
  readonly match: Match;
  readonly onOpen: () => void;
}

/** A product that is like the photograph. */
export function MatchCard({ match, onOpen }: MatchCardProps) {
  const { title, line, locale, pictureUrl, item } = match;
  const isMain = item?.content.imageUrl === pictureUrl;
  const picture = isMain ? (item?.content.image ?? null) : null;
  return (
    <li>
      <ResultTile picture={picture} url={pictureUrl} isFirst title={title} line={line} locale={locale} onOpen={onOpen}>
        <Similarity match={match} />
      </ResultTile>
    </li>
  );
}
