import { type Contact, type Profile, rolesToInvite } from '@earth/contracts';
import { IconClockHour4 } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { AvailabilitySwitch } from '../../account/availability';
import { useMe } from '../../platform';
import { useTexts } from '../../shared/i18n';
import { PageSearch } from '../../ui/page/PageSearch';
import { holds } from '../../shared/search';
import { useNow } from '../../shared/use-now';
import { useTitle } from '../../shared/use-title';
import { peopleQuery } from '../../shared/queries';
import { ButtonLink, TextButton } from '../../ui/controls/Button';
import { Failed } from '../../ui/feedback/Notice';
import { SkeletonRows } from '../../ui/feedback/Skeleton';
import { lazyPart } from '../../ui/feedback/lazy-part';
import { useIsDesktop } from '../../shared/use-media';
import { LeftOpenCall } from '../calls';
import { InviteByLink } from '../guest-links';
import {
  byDay,
  type CallRecord,
  DayTable,
  HistoryList,
  HistoryState,
  OlderButton,
  readable,
  tookPlace,
  useHistory,
  useLabels,
  useRecordWords,
  useSubjects,
  waitingOf,
  wordsOf,
} from '../history';
import { usePeopleOrder } from '../people';
import styles from './console.module.css';
import { Heading } from './Heading';
import { PeopleList } from './PeopleList';
import { texts } from './texts';
import { Waiting } from './Waiting';

/** Loaded on demand: most controllers never see it. */
const FirstSteps = lazyPart(() => import('./first-steps/FirstSteps'), 'FirstSteps');

/** A controller who is new here knows nobody, or only the person who has invited them. */
const FEW_PEOPLE = 1;

/** Whether the first people here can have come by the user's invitation: controllers are themselves invited by those of their role or above. */
const mayHaveInvited = (me: Profile, people: readonly Contact[]) =>
  people.some(({ role }) => role.code !== me.role.code && rolesToInvite(me.role.code).includes(role.code));

/** The data of the console, filtered by the search. */
function useConsole(search: string) {
  const history = useHistory();
  const records = history.records ?? [];
  const subjects = useSubjects(records);
  const labels = useLabels(records);
  const words = useRecordWords();
  const people = useQuery(peopleQuery);
  const order = usePeopleOrder();
  const now = useNow();
  const found = (record: CallRecord) => {
    const { reference, tags } = readable(labels.get(record.id));
    return holds(search, words.names(record), wordsOf(subjects.get(record.id)), reference, ...tags);
  };
  return {
    history,
    subjects,
    labels,
    people,
    missed: waitingOf(records, now).filter(found),
    foundRecords: records.filter(found),
    foundPeople: people.data && order(people.data.filter(({ name }) => holds(search, name))),
  };
}

type ConsoleParts = ReturnType<typeof useConsole>;

interface SideProps {
  readonly parts: ConsoleParts;
  readonly search: ReactNode;
  /** The first steps are shown, which have the link for guests. */
  readonly isLed: boolean;
  /** Beside the link for guests. */
  readonly children?: ReactNode;
}

/** Heading, search and waiting calls: the same on a phone and beside the table. */
function Top({ parts, search, isLed, children }: SideProps) {
  const t = useTexts(texts);
  return (
    <>
      <header className={styles.header}>
        <h1 className={styles.title}>{t('title')}</h1>
        <AvailabilitySwitch />
      </header>
      <div className={styles.search}>{search}</div>
      <div className={styles.links}>
        {!isLed && <InviteByLink />}
        {children}
      </div>
      <LeftOpenCall />
      <Waiting missed={parts.missed} subjects={parts.subjects} />
    </>
  );
}

function SidePeople({ people, foundPeople }: ConsoleParts) {
  const t = useTexts(texts);
  return (
    <section aria-labelledby="people">
      <Heading id="people">{t('people')}</Heading>
      {people.isPending && <SkeletonRows count={5} picture={36} />}
      {people.isError && !foundPeople && (
        <Failed title={t('peopleFailed')} line={people.error.message} onRetry={() => void people.refetch()} />
      )}
      {foundPeople && foundPeople.length === 0 && (
        <p className={styles.none}>{t(people.data?.length === 0 ? 'noPeople' : 'noPeopleMatch')}</p>
      )}
      {foundPeople && <PeopleList people={foundPeople} />}
    </section>
  );
}

/** To the page with all calls, on which the search goes on. */
function AllCallsLink({ search }: { readonly search: string }) {
  const t = useTexts(texts);
  return (
    <ButtonLink
      kind="line"
      to="/calls"
      search={{ q: search.trim() || undefined }}
      icon={<IconClockHour4 size={20} stroke={1.75} aria-hidden="true" />}
    >
      {t('allCalls')}
    </ButtonLink>
  );
}

interface NoCallsProps {
  readonly search: string;
  readonly onClear: () => void;
}

/** Only the newest calls are searched here. */
function NoCalls({ search, onClear }: NoCallsProps) {
  const t = useTexts(texts);
  return (
    <div className={styles.noCalls}>
      <p>{t('noCallsMatch')}</p>
      <AllCallsLink search={search} />
      <TextButton onClick={onClear}>{t('clearSearch')}</TextButton>
    </div>
  );
}

/** The controller's home page: waiting calls, people online, and the history. */
export function Console() {
  const t = useTexts(texts);
  const me = useMe();
  const isDesktop = useIsDesktop();
  const [search, setSearch] = useState('');
  const parts = useConsole(search);
  const { history, people, foundRecords, subjects, labels } = parts;
  useTitle(t('title'));

  const searchField = <PageSearch label={t('search')} value={search} onChange={setSearch} />;
  // Stays when the first person comes, because something may be typed in its dialogs.
  const [isLed, setLed] = useState(false);
  if (people.data && people.data.length <= FEW_PEOPLE && !isLed) setLed(true);
  // The first call ticks the last step; with the second one there is no more need of them.
  const calls = history.records?.filter(tookPlace).length;
  const areShown = isLed && calls !== undefined && calls <= 1;
  const hasInvited = mayHaveInvited(me, people.data ?? []);
  const firstSteps = areShown ? <FirstSteps hasInvited={hasInvited} hasCalled={calls === 1} /> : undefined;
  const noCalls = foundRecords.length === 0 && <NoCalls search={search} onClear={() => setSearch('')} />;

  if (!isDesktop) {
    return (
      <div className={styles.column}>
        <Top parts={parts} search={searchField} isLed={areShown}>
          {!noCalls && <AllCallsLink search={search} />}
        </Top>
        {firstSteps}
        <HistoryState history={history} empty={firstSteps && <></>}>
          {noCalls || (
            <HistoryList records={foundRecords} subjects={subjects} labels={labels} hasSubjects label={t('title')} />
          )}
          <div className={styles.older}>
            <OlderButton history={history} />
          </div>
        </HistoryState>
      </div>
    );
  }
  return (
    <div className={styles.desk}>
      <section className={styles.side} aria-label={t('side')}>
        <Top parts={parts} search={searchField} isLed={areShown} />
        <SidePeople {...parts} />
      </section>
      <div className={styles.detail}>
        {firstSteps}
        <HistoryState history={history} empty={firstSteps && <></>}>
          {!noCalls && (
            <div className={styles.all}>
              <AllCallsLink search={search} />
            </div>
          )}
          {noCalls ||
            byDay(foundRecords).map((day, index) => (
              <DayTable
                key={day.date.toISOString()}
                day={day}
                subjects={subjects}
                labels={labels}
                isFirst={index === 0}
                hasFigures={index === 0}
              />
            ))}
          <div className={styles.older}>
            <OlderButton history={history} />
          </div>
        </HistoryState>
      </div>
    </div>
  );
}
