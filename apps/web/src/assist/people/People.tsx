import { type Contact, isController } from '@earth/contracts';
import { IconChecks, IconSearchOff, IconUsers } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { type ReactNode, useId, useState } from 'react';
import { useTexts } from '../../shared/i18n';
import { ListPage } from '../../ui/page/ListPage';
import { holds } from '../../shared/search';
import { useMe } from '../../platform';
import { peopleQuery } from '../../shared/queries';
import { TextButton } from '../../ui/controls/Button';
import { OverflowMenu } from '../../ui/controls/OverflowMenu';
import { Empty, Failed } from '../../ui/feedback/Notice';
import { presenceOf } from '../../ui/feedback/Presence';
import { SkeletonRows } from '../../ui/feedback/Skeleton';
import { OpenLinks } from '../guest-links';
import { AddMenu } from './adding/AddMenu';
import { Invitations } from './invitations/Invitations';
import { ListHeading } from './ListParts';
import { PersonRow } from './PersonRow';
import { RecentPeople } from './RecentPeople';
import styles from './people.module.css';
import { CallSeveral, type Choice, useChoice } from './Several';
import { usePeopleOrder } from './presence-words';
import { texts } from './texts';
import { useFavorites } from './use-favorites';

const icon = { size: 40, stroke: 1.75, 'aria-hidden': true } as const;

interface FoundProps {
  readonly search: string;
  /** Several people are being chosen, to be called together. */
  readonly choice: Choice | null;
  readonly onClear: () => void;
}

/** The list, in each of its states. */
function Found({ search, choice, onClear }: FoundProps): ReactNode {
  const t = useTexts(texts);
  const me = useMe();
  const query = useQuery(peopleQuery);
  const order = usePeopleOrder();
  const favorites = useFavorites();
  if (query.isPending) return <SkeletonRows count={6} />;
  if (!query.data) {
    return <Failed title={t('failed')} line={query.error?.message} onRetry={() => void query.refetch()} />;
  }
  if (query.data.length === 0) {
    const line = isController(me.role.code) ? t('emptyInvite') : t('emptyLine');
    return <Empty icon={<IconUsers {...icon} />} title={t('empty')} line={line} />;
  }
  const found = query.data.filter(({ name }) => holds(search, name));
  if (found.length === 0) {
    return (
      <Empty icon={<IconSearchOff {...icon} />} title={t('noMatch')} line={t('noMatchLine')}>
        <TextButton onClick={onClear}>{t('clearSearch')}</TextButton>
      </Empty>
    );
  }
  const isMarked = ({ uniqueId }: Contact) => favorites.has(uniqueId);
  const isAvailable = (person: Contact) => presenceOf(person) === 'available';
  const parts = [
    { title: t('favorites'), people: found.filter(isMarked) },
    { title: t('available'), people: found.filter((one) => !isMarked(one) && isAvailable(one)) },
    { title: t('others'), people: found.filter((one) => !isMarked(one) && !isAvailable(one)) },
  ].filter(({ people }) => people.length > 0);
  const rowsOf = (people: readonly Contact[]) =>
    order(people).map((person) => <PersonRow key={person.uniqueId} person={person} choice={choice} />);
  if (parts.length === 1 && !found.some(isMarked)) return <ul aria-label={t('title')}>{rowsOf(found)}</ul>;
  return parts.map(({ title, people }) => (
    <Part key={title} title={title}>
      {rowsOf(people)}
    </Part>
  ));
}

/** Favourites, available people and the others have a heading each. */
function Part({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  const id = useId();
  return (
    <section>
      <ListHeading id={id}>{title}</ListHeading>
      <ul aria-labelledby={id}>{children}</ul>
    </section>
  );
}

/** The address book: the list, and on a desktop the selected person beside it. */
export function People() {
  const t = useTexts(texts);
  const [search, setSearch] = useState('');
  const me = useMe();
  const { data: people } = useQuery(peopleQuery);
  const { choice, start } = useChoice();
  const isChosen = 'contactId' in useParams({ strict: false });
  return (
    <ListPage
      title={t('title')}
      acts={
        !choice && (
          <>
            <AddMenu />
            {isController(me.role.code) && (
              <OverflowMenu
                label={t('more')}
                acts={[
                  {
                    id: 'select',
                    label: t('selectSeveral'),
                    icon: <IconChecks size={20} stroke={1.75} aria-hidden="true" />,
                    onChoose: start,
                  },
                ]}
              />
            )}
          </>
        )
      }
      search={{ label: t('search'), value: search, onChange: setSearch }}
      isChosen={isChosen}
      nothing={
        people?.length !== 0 && (
          <RecentPeople none={<Empty icon={<IconUsers {...icon} />} title={t('choose')} line={t('chooseLine')} />} />
        )
      }
      className={styles.page}
    >
      <Found search={search} choice={choice} onClear={() => setSearch('')} />
      {choice ? (
        <CallSeveral choice={choice} />
      ) : (
        <>
          {!search && isController(me.role.code) && <OpenLinks />}
          <Invitations search={search} />
        </>
      )}
    </ListPage>
  );
}
