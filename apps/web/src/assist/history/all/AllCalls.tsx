import { IconSearchOff } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { useMe } from '../../../platform';
import { peopleQuery } from '../../../shared/queries';
import { useTexts } from '../../../shared/i18n';
import { useIsDesktop } from '../../../shared/use-media';
import { useTitle } from '../../../shared/use-title';
import { useTypedSearch } from '../../../shared/use-typed-search';
import { TextButton } from '../../../ui/controls/Button';
import { CsvButton } from '../../../ui/controls/CsvButton';
import { DateField } from '../../../ui/controls/DateField';
import { Select } from '../../../ui/controls/Select';
import { Empty, Failed } from '../../../ui/feedback/Notice';
import { SkeletonRows } from '../../../ui/feedback/Skeleton';
import { PageSearch } from '../../../ui/page/PageSearch';
import { BackButton } from '../../../ui/page/BackButton';
import { QuietLine, SettingsPage, TitleRow } from '../../../ui/page/SettingsPage';
import { byDay } from '../call-record';
import { DayTable } from '../DayTable';
import { HistoryList } from '../HistoryList';
import { HistoryState } from '../HistoryState';
import { texts as historyTexts } from '../texts';
import styles from './all-calls.module.css';
import { callKinds, type CallSearch, isBackwards, readFilter } from './filter';
import { texts } from './texts';
import { useCsv } from './use-csv';
import { useFound } from './use-found';

interface FiltersProps {
  readonly search: CallSearch;
  /** Of the calls that are loaded. */
  readonly tags: readonly string[];
  readonly onChange: (change: CallSearch) => void;
}

interface WithPersonProps {
  readonly id: string | undefined;
  readonly onChange: (id: string | undefined) => void;
}

/** One of the user's contacts, or anyone. */
function WithPerson({ id, onChange }: WithPersonProps) {
  const t = useTexts(texts);
  const { data: people = [] } = useQuery(peopleQuery);
  const isKnown = id === undefined || people.some(({ uniqueId }) => uniqueId === id);
  return (
    <Select
      label={t('with')}
      value={id ?? ''}
      options={[
        { value: '', label: t('anyone') },
        ...(isKnown ? [] : [{ value: id, label: t('onePerson') }]),
        ...people.map(({ uniqueId, name }) => ({ value: uniqueId, label: name })),
      ]}
      onChange={(chosen) => onChange(chosen || undefined)}
    />
  );
}

/** On a phone they are folded, so that the calls are in sight, unless one of them is set. */
function Filters(props: FiltersProps) {
  const t = useTexts(texts);
  const isDesktop = useIsDesktop();
  const { kind, with: person, tag, from, to } = props.search;
  const [isOpen, setOpen] = useState([kind, person, tag, from, to].some((value) => value !== undefined));
  if (isDesktop) return <Fields {...props} />;
  return (
    <details className={styles.folded} open={isOpen} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{t('filters')}</summary>
      <Fields {...props} />
    </details>
  );
}

function Fields({ search, tags, onChange }: FiltersProps) {
  const t = useTexts(texts);
  return (
    <div className={styles.filters}>
      <Select
        label={t('kind')}
        value={search.kind ?? 'all'}
        options={(['all', ...callKinds] as const).map((value) => ({ value, label: t(value) }))}
        onChange={(kind) => onChange({ kind: kind === 'all' ? undefined : kind })}
      />
      <WithPerson id={search.with} onChange={(person) => onChange({ with: person })} />
      {tags.length > 0 && (
        <Select
          label={t('tag')}
          value={search.tag ?? ''}
          options={[{ value: '', label: t('allTags') }, ...tags.map((tag) => ({ value: tag, label: tag }))]}
          onChange={(tag) => onChange({ tag: tag || undefined })}
        />
      )}
      <DateField
        label={t('from')}
        type="date"
        value={search.from ?? ''}
        problem={null}
        say={t}
        onChange={(from) => onChange({ from: from || undefined })}
      />
      <DateField
        label={t('to')}
        type="date"
        value={search.to ?? ''}
        problem={isBackwards(search) ? { text: 'wrongSpan' } : null}
        takesFocus={false}
        say={t}
        onChange={(to) => onChange({ to: to || undefined })}
      />
    </div>
  );
}

interface NoMatchProps {
  readonly hasWords: boolean;
  readonly onClear: () => void;
}

function NoMatch({ hasWords, onClear }: NoMatchProps) {
  const t = useTexts(texts);
  return (
    <Empty
      icon={<IconSearchOff size={40} stroke={1.75} aria-hidden="true" />}
      title={t('noMatch')}
      line={t(hasWords ? 'noMatchWords' : 'noMatchLine')}
    >
      <TextButton onClick={onClear}>{t('clear')}</TextButton>
    </Empty>
  );
}

interface FoundProps {
  readonly found: ReturnType<typeof useFound>;
  readonly isFiltered: boolean;
  readonly hasWords: boolean;
  readonly onClear: () => void;
}

function Found({ found, isFiltered, hasWords, onClear }: FoundProps) {
  const t = useTexts(texts);
  const tHistory = useTexts(historyTexts);
  const me = useMe();
  const isDesktop = useIsDesktop();
  const { history, shown, total, isSearching, hasMore, showMore, ...opened } = found;
  const noMatch = <NoMatch hasWords={hasWords} onClear={onClear} />;
  return (
    <HistoryState history={history} empty={isFiltered ? noMatch : undefined}>
      <QuietLine role="status">{isSearching ? t('searching') : !hasMore && t('found', { count: total })}</QuietLine>
      {shown.length === 0 && (isSearching ? <SkeletonRows count={4} /> : noMatch)}
      {shown.length > 0 &&
        (isDesktop ? (
          byDay(shown).map((day, index) => (
            <DayTable
              key={day.date.toISOString()}
              day={day}
              subjects={opened.subjects}
              labels={opened.labels}
              isFirst={index === 0}
            />
          ))
        ) : (
          <div className={styles.list}>
            <HistoryList
              records={shown}
              subjects={opened.subjects}
              labels={opened.labels}
              hasSubjects
              label={t('title')}
              isField={me.role.code === 'ASSISTED'}
            />
          </div>
        ))}
      {history.isFetchNextPageError && (
        <Failed title={t('olderFailed')} line={history.error?.message} onRetry={() => void history.fetchNextPage()} />
      )}
      {hasMore && !isSearching && !history.isError && (
        <div>
          <TextButton onClick={showMore}>{tHistory('showOlder')}</TextButton>
        </div>
      )}
    </HistoryState>
  );
}

/** All calls of the user, with filters that the address keeps, and as a file. */
export function AllCalls() {
  const t = useTexts(texts);
  const search = readFilter(useSearch({ strict: false }));
  const navigate = useNavigate();
  const write = (changed: CallSearch) => void navigate({ to: '/calls', search: changed, replace: true });
  const { words, setWords, q } = useTypedSearch(search.q, (typed) => write({ ...search, q: typed }));
  const asked: CallSearch = { ...search, q };
  const found = useFound(asked);
  const readCsv = useCsv(asked);
  const clear = () => {
    setWords('');
    write({});
  };
  const isShown = !isBackwards(asked);
  useTitle(t('title'));
  return (
    <SettingsPage isWide>
      <BackButton to="/" label={t('back')} />
      <TitleRow title={t('title')}>{isShown && <CsvButton fileName={t('title')} read={readCsv} />}</TitleRow>
      <PageSearch label={t('search')} value={words} onChange={setWords} />
      <Filters search={asked} tags={found.tags} onChange={(change) => write({ ...asked, ...change })} />
      {isShown && (
        <Found
          found={found}
          isFiltered={Object.values(asked).some((value) => value !== undefined)}
          hasWords={q !== undefined}
          onClear={clear}
        />
      )}
    </SettingsPage>
  );
}
