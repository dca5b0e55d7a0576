import { useTexts } from '../../../shared/i18n';
import type { Match } from '../model/match';
import type { Recognition } from '../model/recognition-session';
import { texts } from '../texts';
import { BestMatch } from './BestMatch';
import { MatchCard } from './MatchCard';
import styles from './recognition-results.module.css';
import { ResultsFrame } from './ResultsFrame';

interface PartProps {
  readonly recognition: Recognition;
  readonly onOpen: (match: Match) => void;
}

/** Said first: the products below are like the photograph, and none is what it shows. */
export function NotInCatalogue({ photograph }: Pick<Recognition, 'photograph'>) {
  const t = useTexts(texts);
  return (
    <section className={styles.none}>
      <img src={photograph.url} alt={t('yourPhoto')} />
      <div>
        <h2>{t('notInCatalogue')}</h2>
        <p>{t('notInCatalogueLine')}</p>
      </div>
    </section>
  );
}

export const MatchCards = ({ matches, onOpen }: { readonly matches: readonly Match[] } & Pick<PartProps, 'onOpen'>) => (
  <ul className={styles.cards}>
    {matches.map((match) => (
      <MatchCard key={match.contentId} match={match} onOpen={() => onOpen(match)} />
    ))}
  </ul>
);

function List({ recognition, onOpen }: PartProps) {
  const t = useTexts(texts);
  const { matches, photograph } = recognition;
  const [first] = matches;
  const best = first?.isMatch ? first : null;
  const others = best ? matches.slice(1) : matches;
  return (
    <>
      {best ? (
        <BestMatch match={best} photograph={photograph.url} onOpen={() => onOpen(best)} />
      ) : (
        <NotInCatalogue photograph={photograph} />
      )}
      {others.length > 0 && (
        <h2 className={styles.section}>{t(best ? 'others' : 'similarOnes', { count: others.length })}</h2>
      )}
      <MatchCards matches={others} onOpen={onOpen} />
    </>
  );
}

/** `/asset-recognition-result`: the products that are most like the photograph (D2.20). */
export const RecognitionResults = () => (
  <ResultsFrame>{(recognition, open) => <List recognition={recognition} onOpen={open} />}</ResultsFrame>
);
