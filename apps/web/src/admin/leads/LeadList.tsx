import { type LeadItem, leadStates } from '@earth/contracts';
import { useDebounced } from '../../shared/use-debounced';
import { IconMailbox, IconSearchOff } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { formatDate } from '../../shared/format';
import { useLanguage, useTexts } from '../../shared/i18n';
import { PageSearch } from '../../ui/page/PageSearch';
import { TextButton } from '../../ui/controls/Button';
import { MoreButton } from '../../ui/controls/MoreButton';
import { CsvButton } from '../../ui/controls/CsvButton';
import { Empty, Failed } from '../../ui/feedback/Notice';
import { RowLink } from '../../ui/rows/RowLink';
import { LinkedRuledRow, RowLine, RuledList } from '../../ui/rows/RuledRow';
import { Segmented } from '../../ui/controls/Segmented';
import { PageTitle, QuietLine } from '../../ui/page/SettingsPage';
import { SkeletonRows } from '../../ui/feedback/Skeleton';
import { BackToSections } from '../shell';
import styles from './leads.module.css';
import { wordsOf } from './notes';
import { type LeadSearch, leadsQuery, readAll, uniqueOf } from './queries';
import { texts } from './texts';
import { nameOf, professionOf } from './words';

/** Debounce of the search. */
const SEARCH_DEBOUNCE_MS = 200;

const icon = { size: 40, stroke: 1.75, 'aria-hidden': true } as const;

function Row({ item: { uniqueId, date, state, lead } }: { readonly item: LeadItem }) {
  const t = useTexts(texts);
  const language = useLanguage();
  return (
    <LinkedRuledRow
      title={
        <RowLink to="/admin/leads" search={{ lead: uniqueId }} dir="auto">
          {nameOf(lead, t)}
        </RowLink>
      }
      trail={
        <span className={styles.state} data-state={state}>
          {t(state)}
        </span>
      }
    >
      <RowLine dir="auto">
        {[lead.brand, lead.addressCity, formatDate(new Date(date), language)].filter((part) => part !== '').join(' · ')}
      </RowLine>
    </LinkedRuledRow>
  );
}

/** All leads of a search as the rows of a table. */
function useCsv(search: LeadSearch) {
  const t = useTexts(texts);
  const columns = [
    ['date', ({ date }) => date],
    ['state', ({ state }) => t(state)],
    ['name', ({ lead }) => lead.firstname],
    ['surname', ({ lead }) => lead.lastname],
    ['email', ({ lead }) => lead.email],
    ['phone', ({ lead }) => lead.phone],
    ['occupation', ({ lead }) => professionOf(lead, t)],
    ['city', ({ lead }) => lead.addressCity],
    ['zip', ({ lead }) => lead.addressZip],
    ['province', ({ lead }) => lead.addressStateOrProvince],
    ['country', ({ lead }) => lead.addressCountry],
    ['brand', ({ lead }) => lead.brand],
    ['source', ({ lead }) => lead.leadSource],
    ['subject', ({ lead }) => lead.subject],
    ['message', ({ lead }) => wordsOf(lead.notesInfo)],
    ['newsletter', ({ lead }) => t(lead.consentNewsletter1 ? 'yes' : 'no')],
    ['forwarded', ({ sentDate }) => sentDate ?? ''],
  ] as const satisfies readonly (readonly [string, (item: LeadItem) => string])[];
  return async () => {
    const items = await readAll(search);
    return [columns.map(([head]) => t(head)), ...items.map((item) => columns.map(([, of]) => of(item)))];
  };
}

interface ListProps {
  readonly search: LeadSearch;
  readonly onSearch: (search: LeadSearch) => void;
}

function Found({ search, onSearch }: ListProps) {
  const t = useTexts(texts);
  const readCsv = useCsv(search);
  const query = useInfiniteQuery(leadsQuery(search));
  const isAll = search.query === '' && search.state === 'all';
  if (query.isPending) return <SkeletonRows count={6} picture={0} />;
  if (!query.data)
    return <Failed title={t('failed')} line={query.error?.message} onRetry={() => void query.refetch()} />;
  const items = uniqueOf(query.data.pages.flatMap((page) => page.items));
  const total = query.data.pages.at(-1)?.total ?? 0;
  if (items.length === 0 && isAll)
    return <Empty icon={<IconMailbox {...icon} />} title={t('none')} line={t('noneLine')} />;
  if (items.length === 0)
    return (
      <Empty icon={<IconSearchOff {...icon} />} title={t('noMatch')} line={t('noMatchLine')}>
        <TextButton onClick={() => onSearch({ query: '', state: 'all' })}>{t('clear')}</TextButton>
      </Empty>
    );
  return (
    <>
      <QuietLine role="status">{t('count', { count: total })}</QuietLine>
      <RuledList aria-label={t('list')}>
        {items.map((item) => (
          <Row key={item.uniqueId} item={item} />
        ))}
      </RuledList>
      <MoreButton query={query} />
      <CsvButton fileName={t('title')} read={readCsv} />
    </>
  );
}

export function LeadList({ search, onSearch }: ListProps) {
  const t = useTexts(texts);
  const query = useDebounced(search.query.trim(), SEARCH_DEBOUNCE_MS);
  return (
    <>
      <BackToSections />
      <PageTitle>{t('title')}</PageTitle>
      <QuietLine>{t('intro')}</QuietLine>
      <PageSearch
        label={t('search')}
        value={search.query}
        onChange={(words) => onSearch({ ...search, query: words })}
      />
      <Segmented
        label={t('show')}
        value={search.state}
        options={(['all', ...leadStates] as const).map((value) => ({
          value,
          label: t(value === 'all' ? value : `${value}Ones`),
        }))}
        onChange={(state) => onSearch({ ...search, state })}
      />
      <Found search={{ ...search, query: search.query === '' ? '' : query }} onSearch={onSearch} />
    </>
  );
}
