import type { Contact } from '@earth/contracts';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTexts } from '../../shared/i18n';
import { peopleQuery } from '../../shared/queries';
import { useHistory } from '../history';
import { ListHeading } from './ListParts';
import { PersonRow } from './PersonRow';
import styles from './people.module.css';
import { texts } from './texts';

const RECENT = 6;

/** Those of the address book, of their latest calls with the user. */
function useRecentPeople(): readonly Contact[] {
  const { data: people } = useQuery(peopleQuery);
  const { records = [] } = useHistory();
  const ids = new Set(records.flatMap((record) => record.people.map(({ uniqueId }) => uniqueId)));
  return [...ids].flatMap((id) => people?.find(({ uniqueId }) => uniqueId === id) ?? []).slice(0, RECENT);
}

/** Beside the list of people while none of them is open: the people of the latest calls. Without calls: `none`. */
export function RecentPeople({ none }: { readonly none: ReactNode }) {
  const t = useTexts(texts);
  const recent = useRecentPeople();
  if (recent.length === 0) return none;
  return (
    <section className={styles.recent} aria-labelledby="recent-people">
      <ListHeading id="recent-people">{t('recent')}</ListHeading>
      <ul aria-labelledby="recent-people">
        {recent.map((person) => (
          <PersonRow key={person.uniqueId} person={person} />
        ))}
      </ul>
    </section>
  );
}
