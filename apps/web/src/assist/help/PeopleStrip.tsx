import { type Contact, isController } from '@earth/contracts';
import { useQuery } from '@tanstack/react-query';
import { useTexts } from '../../shared/i18n';
import { usePlaceCall } from '../calls';
import { texts as appTexts } from '../../shared/texts';
import { peopleQuery } from '../../shared/queries';
import { Avatar } from '../../ui/pictures/Avatar';
import { Failed } from '../../ui/feedback/Notice';
import { presenceOf } from '../../ui/feedback/Presence';
import { Loading, SkeletonBlock } from '../../ui/feedback/Skeleton';
import { texts as uiTexts } from '../../ui/texts';
import styles from './PeopleStrip.module.css';
import { SectionHead } from './SectionHead';
import { texts } from './texts';

const order = { available: 0, inCall: 1, offline: 2 } as const;

interface PersonCardProps {
  readonly person: Contact;
  readonly onCall: () => void;
}

function PersonCard({ person, onCall }: PersonCardProps) {
  const t = useTexts(uiTexts);
  const tApp = useTexts(appTexts);
  const { reason } = usePlaceCall();
  const presence = presenceOf(person);
  const word = t(presence);
  return (
    <button
      type="button"
      className={styles.card}
      aria-label={`${tApp('callPerson', { name: person.name })}, ${word}`}
      aria-disabled={reason !== null}
      onClick={onCall}
    >
      <Avatar id={person.uniqueId} name={person.name} size="big" presence={presence} />
      <span className={styles.name}>{person.name.split(' ')[0]}</span>
      <span className={styles.word}>{word}</span>
    </button>
  );
}

/** The people who can help; a tap calls one of them. */
export function PeopleStrip({ onCall }: { readonly onCall: (person: Contact) => void }) {
  const t = useTexts(texts);
  const query = useQuery(peopleQuery);
  const helpers = query.data
    ?.filter(({ role }) => isController(role.code))
    .toSorted((one, other) => order[presenceOf(one)] - order[presenceOf(other)]);
  return (
    <section aria-labelledby="helpers">
      <SectionHead id="helpers" title={t('people')} to="/people" />
      {query.isPending && (
        <Loading>
          <div className={styles.strip}>
            <SkeletonBlock width={98} height={134} />
            <SkeletonBlock width={98} height={134} />
            <SkeletonBlock width={98} height={134} />
          </div>
        </Loading>
      )}
      {query.isError && !helpers && (
        <Failed title={t('peopleFailed')} line={query.error.message} onRetry={() => void query.refetch()} />
      )}
      {helpers && helpers.length === 0 && <p className={styles.none}>{t('noPeopleLine')}</p>}
      {helpers && helpers.length > 0 && (
        <ul className={styles.strip}>
          {helpers.map((person) => (
            <li key={person.uniqueId}>
              <PersonCard person={person} onCall={() => onCall(person)} />
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
