import { type Contact, isController } from '@earth/contracts';
import { IconChecks, IconSearchOff, IconUsers } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { type ReactNode, useId, useState } from 'react';
import { CallButton, mayCallPerson } from '../calls';
import { useTexts } from '../../shared/i18n';
import { ListPage } from '../../ui/page/ListPage';
import { MessageButton } from '../rooms';
import { holds } from '../../shared/search';
import { texts as appTexts } from '../../shared/texts';
import { useMe } from '../../platform';
import { peopleQuery } from '../../shared/queries';
import { Avatar } from '../../ui/pictures/Avatar';
import { TextButton } from '../../ui/controls/Button';
import { OverflowMenu } from '../../ui/controls/OverflowMenu';
import { Empty, Failed } from '../../ui/feedback/Notice';
import { presenceOf } from '../../ui/feedback/Presence';
import { SkeletonRows } from '../../ui/feedback/Skeleton';
import { AboveRow, RowLink } from '../../ui/rows/RowLink';
import { OpenLinks } from '../guest-links';
import { AddMenu } from './adding/AddMenu';
import { Invitations } from './invitations/Invitations';
import { ListHeading, PeopleRow } from './ListParts';
import styles from './people.module.css';
import { CallSeveral, type Choice, ChoiceRow, useChoice } from './Several';
import { usePeopleOrder, usePresenceWords } from './presence-words';
import { texts } from './texts';
import { useFavorites } from './use-favorites';

const icon = { size: 40, stroke: 1.75, 'aria-hidden': true } as const;

function PersonRow({ person, choice }: { readonly person: Contact; readonly choice: Choice | null }) {
  const t = useTexts(appTexts);
  const me = useMe();
  const words = usePresenceWords();
  const isField = me.role.code === 'ASSISTED';
  if (choice) return <ChoiceRow person={person} line={words.line(person)} choice={choice} />;
  return (
    <PeopleRow
      lead={<Avatar id={person.uniqueId} name={person.name} presence={presenceOf(person)} />}
      title={
        <RowLink
          to="/people/$contactId"
          params={{ contactId: person.uniqueId }}
          activeProps={{ 'aria-current': 'page' }}
        >
          {person.name}
        </RowLink>
      }
      line={words.line(person)}
      trail={
        <AboveRow className={styles.acts}>
          <MessageButton person={person} isField={isField} />
          {mayCallPerson(me, person) && (
            <CallButton
              label={t('callPerson', { name: person.name })}
              wish={{ targets: [person] }}
              isField={isField}
              isQuiet={isField}
            />
          )}
        </AboveRow>
      }
    />
  );
}

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
  const marked = found.filter(({ uniqueId }) => favorites.has(uniqueId));
  const others = found.filter(({ uniqueId }) => !favorites.has(uniqueId));
  const rowsOf = (people: readonly Contact[]) =>
    order(people).map((person) => <PersonRow key={person.uniqueId} person={person} choice={choice} />);
  if (marked.length === 0) return <ul aria-label={t('title')}>{rowsOf(others)}</ul>;
  return (
    <>
      <Part title={t('favorites')}>{rowsOf(marked)}</Part>
      {others.length > 0 && <Part title={t('others')}>{rowsOf(others)}</Part>}
    </>
  );
}

/** The list in two groups, if there are favourites. */
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
        people?.length !== 0 && <Empty icon={<IconUsers {...icon} />} title={t('choose')} line={t('chooseLine')} />
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
