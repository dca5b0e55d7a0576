import { romeDay } from '@earth/contracts';
import { IconChartBar, IconDownload } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { csvOf } from '../../shared/csv';
import { useContentLanguage, useTexts } from '../../shared/i18n';
import { useTitle } from '../../shared/use-title';
import { api } from '../../platform';
import { saveFile } from '../../shared/device/save-file';
import { Folded } from '../../ui/charts/FiguresTable';
import { LineButton } from '../../ui/controls/Button';
import { Empty, Failed } from '../../ui/feedback/Notice';
import { Segmented } from '../../ui/controls/Segmented';
import { PageTitle, QuietLine, SettingsPage } from '../../ui/page/SettingsPage';
import { BackToSections } from '../shell';
import { SkeletonRows } from '../../ui/feedback/Skeleton';
import { DayChart } from './DayChart';
import { byDay, byLanguage, dayAfter, type Statistics } from './figures';
import { useScreenName } from './screen-names';
import styles from './statistics.module.css';
import { ContentsTable, DaysTable, LanguagesTable, ScreensTable } from './Tables';
import { texts } from './texts';

interface CsvButtonProps {
  readonly label: string;
  readonly name: string;
  readonly rows: () => readonly (readonly (string | number)[])[];
}

function CsvButton({ label, name, rows }: CsvButtonProps) {
  const t = useTexts(texts);
  return (
    <LineButton
      aria-label={label}
      icon={<IconDownload size={20} stroke={1.75} aria-hidden="true" />}
      onClick={() => saveFile(new Blob([csvOf(rows())], { type: 'text/csv;charset=utf-8' }), name)}
    >
      {t('csv')}
    </LineButton>
  );
}

interface FiguresProps {
  readonly statistics: Statistics;
  readonly from: string;
  readonly to: string;
}

function Contents({ statistics: { contents }, from, to }: FiguresProps) {
  const t = useTexts(texts);
  return (
    <section className={styles.part}>
      <h2>{t('topContents')}</h2>
      {contents.length === 0 && <QuietLine>{t('noContents')}</QuietLine>}
      {contents.length > 0 && (
        <>
          <ContentsTable contents={contents} />
          <CsvButton
            label={t('csvContents')}
            name={`contents ${from} ${to}.csv`}
            rows={() => [
              ['ContentId', 'ContentName', 'ContentType', t('views'), t('favourites')],
              ...contents.map((one) => [
                one.contentId,
                one.contentName ?? '',
                one.contentType ?? '',
                one.views,
                one.favourites,
              ]),
            ]}
          />
        </>
      )}
    </section>
  );
}

function Languages({ statistics, from, to }: FiguresProps) {
  const t = useTexts(texts);
  return (
    <section className={styles.part}>
      <h2>{t('byLanguage')}</h2>
      <LanguagesTable statistics={statistics} />
      <CsvButton
        label={t('csvLanguages')}
        name={`languages ${from} ${to}.csv`}
        rows={() => [
          [t('language'), t('contents'), t('screens'), t('favourites')],
          ...byLanguage(statistics).map((one) => [one.locale, one.contents, one.screens, one.favourites]),
        ]}
      />
    </section>
  );
}

function Screens({ statistics: { screens }, from, to }: FiguresProps) {
  const t = useTexts(texts);
  const nameOf = useScreenName();
  if (screens.length === 0) return null;
  return (
    <section className={styles.part}>
      <h2>{t('screens')}</h2>
      <ScreensTable screens={screens} />
      <CsvButton
        label={t('csvScreens')}
        name={`screens ${from} ${to}.csv`}
        rows={() => [[t('screen'), t('views')], ...screens.map(({ name, views }) => [nameOf(name), views])]}
      />
    </section>
  );
}

function Figures(props: FiguresProps) {
  const t = useTexts(texts);
  const { statistics, from, to } = props;
  const days = byDay(statistics, from, to);
  return (
    <>
      <section className={styles.part}>
        <h2>{t('byDay')}</h2>
        <DayChart days={days} />
        <Folded summary={t('asTable')}>
          <DaysTable days={days} />
        </Folded>
        <CsvButton
          label={t('csvDays')}
          name={`views ${from} ${to}.csv`}
          rows={() => [
            [t('day'), t('language'), t('contents'), t('screens'), t('favourites')],
            ...statistics.days.map((one) => [one.day, one.locale, one.contents, one.screens, one.favourites]),
          ]}
        />
      </section>
      <Contents {...props} />
      <Languages {...props} />
      <Screens {...props} />
    </>
  );
}

const pageNow = () => new Date();

const spans = ['7', '30', '90'] as const;

export function Overview({ now }: { readonly now: () => Date }) {
  const t = useTexts(texts);
  const l = useContentLanguage();
  const [span, setSpan] = useState<(typeof spans)[number]>('30');
  const to = romeDay(now());
  const from = dayAfter(to, 1 - Number(span));
  const { data, error, refetch } = useQuery({
    queryKey: ['statistics', l, from, to],
    queryFn: () => api.getStatistics({ l, from, to }),
    staleTime: 0,
  });
  return (
    <>
      <Segmented
        label={t('span')}
        value={span}
        options={spans.map((value) => ({ value, label: t(`days${value}`) }))}
        onChange={setSpan}
      />
      {!data && error && <Failed title={t('failed')} line={error.message} onRetry={() => void refetch()} />}
      {!data && !error && <SkeletonRows count={6} picture={0} />}
      {data?.days.length === 0 && (
        <Empty
          icon={<IconChartBar size={40} stroke={1.75} aria-hidden="true" />}
          title={t('none')}
          line={t('noneLine')}
        />
      )}
      {data && data.days.length > 0 && <Figures statistics={data} from={from} to={to} />}
    </>
  );
}

/** View statistics. For admins. */
export function StatisticsPage() {
  const t = useTexts(texts);
  useTitle(t('title'));
  return (
    <SettingsPage>
      <BackToSections />
      <PageTitle>{t('title')}</PageTitle>
      <QuietLine>{t('intro')}</QuietLine>
      <Overview now={pageNow} />
    </SettingsPage>
  );
}
