import { type ContentTableRow, publishStates } from '@earth/contracts';
import { IconFiles, IconPlus, IconSearchOff } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Navigate, useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { categoryPaths } from '../../discover/lists/model/category-paths';
import { menuQuery } from '../../discover/lists/model/content-queries';
import { useContentLanguage, useTexts } from '../../shared/i18n';
import { useIsDesktop } from '../../shared/use-media';
import { useTitle } from '../../shared/use-title';
import { useTypedSearch } from '../../shared/use-typed-search';
import { ButtonLink, TextButton } from '../../ui/controls/Button';
import { Select } from '../../ui/controls/Select';
import { Empty, Failed } from '../../ui/feedback/Notice';
import { SkeletonRows } from '../../ui/feedback/Skeleton';
import { PageSearch } from '../../ui/page/PageSearch';
import { Pager } from '../../ui/page/Pager';
import { QuietLine, SettingsPage, TitleRow } from '../../ui/page/SettingsPage';
import { BackToSections } from '../shell';
import { BulkBar } from './BulkBar';
import styles from './contents.module.css';
import { HistoryDialog } from './HistoryDialog';
import { PreviewDialog } from './PreviewDialog';
import { PAGE, tableQuery } from './queries';
import { Cards, type RowActs, Table } from './Table';
import { readTable, type TableSearch } from './table-search';
import { texts } from './texts';
import { useActs } from './use-acts';
import { stateWords, viewChoices, viewWords } from './words';

const icon = { size: 40, stroke: 1.75, 'aria-hidden': true } as const;

interface SearchProps {
  readonly search: TableSearch;
  readonly onSearch: (change: TableSearch) => void;
}

interface FiltersProps extends SearchProps {
  readonly missing: { readonly en: number; readonly it: number } | undefined;
}

const NONE_MISSING = { en: 0, it: 0 } as const;

/** The sorts of a phone, which has no heads of columns. */
const sorts = [
  { value: 'changed desc', text: 'newestFirst' },
  { value: 'changed asc', text: 'oldestFirst' },
  { value: 'title asc', text: 'titleUp' },
  { value: 'title desc', text: 'titleDown' },
  { value: 'state asc', text: 'byState' },
] as const;

function Sorting({ search: { sort = 'changed', order = 'desc' }, onSearch }: SearchProps) {
  const t = useTexts(texts);
  return (
    <Select
      label={t('sorting')}
      value={`${sort} ${order}`}
      options={sorts.map(({ value, text }) => ({ value, label: t(text) }))}
      onChange={(chosen) => {
        const [by, way] = chosen.split(' ');
        const { sort: sortBy, order: orderBy } = readTable({ sort: by, order: way });
        onSearch({ sort: sortBy, order: orderBy, page: undefined });
      }}
    />
  );
}

function Filters({ search, onSearch, missing = NONE_MISSING }: FiltersProps) {
  const t = useTexts(texts);
  const isDesktop = useIsDesktop();
  const { data: menu = [] } = useQuery(menuQuery(useContentLanguage()));
  const any = (label: string) => ({ value: '', label });
  return (
    <div className={styles.filters}>
      <Select
        label={t('view')}
        value={String(search.v ?? '')}
        options={[
          any(t('anyView')),
          ...viewChoices.map((view) => ({ value: String(view), label: viewWords(view, t) })),
        ]}
        onChange={(v) => onSearch({ v: v === '' ? undefined : Number(v), page: undefined })}
      />
      <Select
        label={t('category')}
        value={search.category === undefined ? '' : String(search.category)}
        options={[any(t('anyCategory')), ...categoryPaths(menu)]}
        onChange={(id) => onSearch({ category: id === '' ? undefined : Number(id), page: undefined })}
      />
      <Select
        label={t('state')}
        value={search.state ?? ''}
        options={[any(t('anyState')), ...publishStates.map((state) => ({ value: state, label: stateWords(state, t) }))]}
        onChange={(state) => onSearch({ state: readTable({ state }).state, page: undefined })}
      />
      <Select
        label={t('missing')}
        value={search.missing ?? ''}
        options={[
          any(t('anyMissing')),
          { value: 'en', label: t('missingEn', { count: missing.en }) },
          { value: 'it', label: t('missingIt', { count: missing.it }) },
        ]}
        onChange={(one) => onSearch({ missing: readTable({ missing: one }).missing, page: undefined })}
      />
      {!isDesktop && <Sorting search={search} onSearch={onSearch} />}
    </div>
  );
}

interface FoundProps extends SearchProps {
  readonly rows: readonly ContentTableRow[];
  readonly total: number;
}

/** The rows that were found, and what can be done with them. */
function Found({ rows, total, search, onSearch }: FoundProps) {
  const t = useTexts(texts);
  const isDesktop = useIsDesktop();
  const [chosenIds, setChosen] = useState<ReadonlySet<number>>(new Set());
  const [opened, setOpened] = useState<ContentTableRow | null>(null);
  const [previewed, setPreviewed] = useState<ContentTableRow | null>(null);
  const clear = () => setChosen(new Set());
  const acts = useActs(clear);
  const chosen = rows.filter(({ id }) => chosenIds.has(id));
  const areAll = rows.length > 0 && chosen.length === rows.length;
  const rowActs: RowActs = {
    isChosen: (id) => chosenIds.has(id),
    onChoose: (id) =>
      setChosen(new Set(chosenIds.has(id) ? [...chosenIds].filter((one) => one !== id) : [...chosenIds, id])),
    onHistory: setOpened,
    onPreview: setPreviewed,
  };
  const all = (
    <label className={styles.choice}>
      <input
        type="checkbox"
        aria-label={t('chooseAll')}
        checked={areAll}
        onChange={() => setChosen(new Set(areAll ? [] : rows.map(({ id }) => id)))}
      />
    </label>
  );
  return (
    <>
      <QuietLine role="status">{t('count', { count: total })}</QuietLine>
      {isDesktop ? (
        <Table rows={rows} acts={rowActs} search={search} onSearch={onSearch} all={all} />
      ) : (
        <Cards rows={rows} acts={rowActs} />
      )}
      <Pager page={search.page ?? 1} pages={Math.ceil(total / PAGE)} onPage={(page) => onSearch({ page })} />
      {chosen.length > 0 && <BulkBar chosen={chosen} acts={acts} onClear={clear} />}
      <HistoryDialog row={opened} onClose={() => setOpened(null)} />
      <PreviewDialog row={previewed} onClose={() => setPreviewed(null)} />
    </>
  );
}

interface NoneProps {
  readonly isFiltered: boolean;
  readonly onClear: () => void;
}

function None({ isFiltered, onClear }: NoneProps) {
  const t = useTexts(texts);
  if (!isFiltered) return <Empty icon={<IconFiles {...icon} />} title={t('none')} line={t('noneLine')} />;
  return (
    <Empty icon={<IconSearchOff {...icon} />} title={t('noMatch')} line={t('noMatchLine')}>
      <TextButton onClick={onClear}>{t('clear')}</TextButton>
    </Empty>
  );
}

/** From a page that has no rows. */
function ToLastPage({ search, total }: { readonly search: TableSearch; readonly total: number }) {
  const page = Math.min((search.page ?? 1) - 1, Math.ceil(total / PAGE));
  return <Navigate to="/admin/contents" search={{ ...search, page: readTable({ page }).page }} replace />;
}

/** All contents of the company, for operators and admins. */
export function ContentsPage() {
  const t = useTexts(texts);
  const search = readTable(useSearch({ strict: false }));
  const navigate = useNavigate();
  const { words, setWords, q } = useTypedSearch(
    search.q,
    (typed) =>
      void navigate({ to: '/admin/contents', search: { ...search, q: typed, page: undefined }, replace: true }),
  );
  const language = useContentLanguage();
  useTitle(t('title'));
  const isTyped = q !== search.q;
  const asked: TableSearch = { ...search, q, page: isTyped ? undefined : search.page };
  const { data, error, refetch, isPlaceholderData } = useQuery(tableQuery(asked, language));
  const onSearch = (change: TableSearch) =>
    void navigate({ to: '/admin/contents', search: { ...asked, ...change }, replace: true });
  const { page: _, sort: __, order: ___, ...filters } = asked;
  const { page = 1 } = asked;
  const isEmpty = data?.items.length === 0;
  // The last rows of the last page are gone: the page before has the others.
  const isBeyond = isEmpty && page > 1;
  const isElsewhere = isBeyond || (isEmpty && isPlaceholderData && data.total > 0);
  const isNone = isEmpty && !isElsewhere;
  return (
    <SettingsPage isWide>
      <BackToSections />
      <TitleRow title={t('title')}>
        <ButtonLink
          kind="filled"
          to="/discover-content-detail"
          search={{}}
          icon={<IconPlus size={20} stroke={1.75} aria-hidden="true" />}
        >
          {t('newContent')}
        </ButtonLink>
      </TitleRow>
      <PageSearch label={t('search')} value={words} onChange={setWords} />
      <Filters search={asked} onSearch={onSearch} missing={data?.missing} />
      {!data && error && <Failed title={t('failed')} line={error.message} onRetry={() => void refetch()} />}
      {((!data && !error) || isElsewhere) && <SkeletonRows count={8} />}
      {isBeyond && !isPlaceholderData && <ToLastPage search={asked} total={data.total} />}
      {isNone && (
        <None
          isFiltered={Object.values(filters).some((value) => value !== undefined)}
          onClear={() => {
            setWords('');
            void navigate({ to: '/admin/contents', search: {}, replace: true });
          }}
        />
      )}
      {data && data.items.length > 0 && (
        <Found rows={data.items} total={data.total} search={asked} onSearch={onSearch} />
      )}
    </SettingsPage>
  );
}
