import { type Contact, rolesToInvite } from '@earth/contracts';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useTexts } from '../../shared/i18n';
import { mayWriteTo } from './open-room';
import { holds } from '../../shared/search';
import { useMe } from '../../platform';
import { peopleQuery } from '../../shared/queries';
import { ButtonLink } from '../../ui/controls/Button';
import { PersonChoice } from '../../ui/controls/PersonChoice';
import { Failed } from '../../ui/feedback/Notice';
import { presenceOf } from '../../ui/feedback/Presence';
import { SearchField } from '../../ui/controls/SearchField';
import { SkeletonRows } from '../../ui/feedback/Skeleton';
import { texts as uiTexts } from '../../ui/texts';
import styles from './dialogs.module.css';
import { texts } from './texts';

export interface PeopleChoiceProps {
  readonly chosen: readonly Contact[];
  readonly onChange: (chosen: readonly Contact[]) => void;
  /** The present members. */
  readonly without?: ReadonlySet<string>;
}

const nobodyIs: ReadonlySet<string> = new Set();

function Choices({ chosen, onChange, without = nobodyIs, search }: PeopleChoiceProps & { search: string }): ReactNode {
  const t = useTexts(texts);
  const tUi = useTexts(uiTexts);
  const me = useMe();
  const { data, error, isPending, refetch } = useQuery(peopleQuery);
  if (isPending) return <SkeletonRows count={4} />;
  if (!data) return <Failed title={t('peopleFailed')} line={error?.message} onRetry={() => void refetch()} />;
  if (data.length === 0)
    return (
      <div className={styles.nobody}>
        <p role="status">{t('noPeople')}</p>
        {rolesToInvite(me.role.code).length > 0 && (
          <ButtonLink kind="quiet" to="/people">
            {t('inviteSomeone')}
          </ButtonLink>
        )}
      </div>
    );
  const found = data.filter(
    (person) => mayWriteTo(me, person) && !without.has(person.uniqueId) && holds(search, person.name),
  );
  if (found.length === 0)
    return (
      <p className={styles.nobody} role="status">
        {t(search ? 'nobodyFound' : 'nobody')}
      </p>
    );
  const isChosen = (person: Contact) => chosen.some(({ uniqueId }) => uniqueId === person.uniqueId);
  const toggle = (person: Contact) =>
    onChange(isChosen(person) ? chosen.filter(({ uniqueId }) => uniqueId !== person.uniqueId) : [...chosen, person]);
  return (
    <ul className={styles.people} aria-label={t('people')}>
      {found.map((person) => (
        <PersonChoice
          key={person.uniqueId}
          className={styles.person}
          person={person}
          line={tUi(presenceOf(person))}
          isChosen={isChosen(person)}
          onToggle={() => toggle(person)}
        />
      ))}
    </ul>
  );
}

/** Chooses colleagues. */
export function PeopleChoice(props: PeopleChoiceProps) {
  const t = useTexts(texts);
  const [search, setSearch] = useState('');
  return (
    <>
      <SearchField label={t('searchPeople')} value={search} onChange={setSearch} />
      <Choices {...props} search={search} />
    </>
  );
}
