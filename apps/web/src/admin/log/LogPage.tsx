import { type LoggedChange, PAGE_SIZE_MAX } from '@earth/contracts';
import { IconHistory } from '@tabler/icons-react';
import { infiniteQueryOptions, useInfiniteQuery } from '@tanstack/react-query';
import { formatDay, formatTime } from '../../shared/format';
import { useLanguage, useTexts } from '../../shared/i18n';
import { useTitle } from '../../shared/use-title';
import { api } from '../../platform';
import { MoreButton } from '../../ui/controls/MoreButton';
import { CsvButton } from '../../ui/controls/CsvButton';
import { Empty, Failed } from '../../ui/feedback/Notice';
import { SkeletonRows } from '../../ui/feedback/Skeleton';
import { PageTitle, QuietLine, SettingsPage } from '../../ui/page/SettingsPage';
import { BackToSections } from '../shell';
import styles from './log.module.css';
import { texts } from './texts';

const PAGE = 30;

const logQuery = infiniteQueryOptions({
  queryKey: ['changes'],
  queryFn: ({ pageParam }) => api.listChanges({ page: pageParam, pageSize: PAGE }),
  initialPageParam: 1,
  getNextPageParam: ({ total }, pages) => (pages.length * PAGE < total ? pages.length + 1 : undefined),
  staleTime: 0,
});

/** Removes duplicates: a new change moves others to the next page. */
const uniqueOf = (items: readonly LoggedChange[]) => [...new Map(items.map((item) => [item.id, item])).values()];

async function readAll(): Promise<readonly LoggedChange[]> {
  const all: LoggedChange[] = [];
  for (let page = 1; ; page += 1) {
    const { items, total } = await api.listChanges({ page, pageSize: PAGE_SIZE_MAX });
    all.push(...items);
    if (items.length === 0 || page * PAGE_SIZE_MAX >= total) return uniqueOf(all);
  }
}

function useCsv() {
  const t = useTexts(texts);
  return async () => {
    const rows = (await readAll()).map((one) => [
      one.at,
      one.by,
      t(one.action, { name: one.by, title: one.title }),
      one.contentId ?? '',
      one.title,
    ]);
    return [[t('when'), t('who'), t('what'), t('number'), t('content')], ...rows];
  };
}

function Changes() {
  const t = useTexts(texts);
  const language = useLanguage();
  const readCsv = useCsv();
  const query = useInfiniteQuery(logQuery);
  if (query.isPending) return <SkeletonRows count={8} picture={0} />;
  if (!query.data)
    return <Failed title={t('failed')} line={query.error?.message} onRetry={() => void query.refetch()} />;
  const items = uniqueOf(query.data.pages.flatMap((page) => page.items));
  if (items.length === 0)
    return (
      <Empty icon={<IconHistory size={40} stroke={1.75} aria-hidden="true" />} title={t('none')} line={t('noneLine')} />
    );
  return (
    <>
      <ul aria-label={t('list')} className={styles.list}>
        {items.map(({ id, at, by, action, title }) => (
          <li key={id} className={styles.row}>
            {t(action, { name: by, title })}
            <span className={styles.when}>
              {formatDay(new Date(at), new Date(), language)}, {formatTime(new Date(at), language)}
            </span>
          </li>
        ))}
      </ul>
      <MoreButton query={query} />
      <CsvButton fileName={t('title')} read={readCsv} />
    </>
  );
}

/** Who did what in the last year, for admins. */
export function LogPage() {
  const t = useTexts(texts);
  useTitle(t('title'));
  return (
    <SettingsPage>
      <BackToSections />
      <PageTitle>{t('title')}</PageTitle>
      <QuietLine>{t('intro')}</QuietLine>
      <Changes />
    </SettingsPage>
  );
}
