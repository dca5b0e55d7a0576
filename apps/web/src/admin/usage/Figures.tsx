import { formatBytes, formatDate, formatNumber } from '../../shared/format';
import { useLanguage, useTexts } from '../../shared/i18n';
import { BarChart } from '../../ui/charts/BarChart';
import { FiguresTable, Folded, partsOf } from '../../ui/charts/FiguresTable';
import { CsvButton } from '../../ui/controls/CsvButton';
import { bytesOf, type Period, roundUpBytes } from './model/periods';
import { texts, type UsageText } from './texts';
import styles from './usage.module.css';

interface PeriodsProps {
  readonly periods: readonly Period[];
}

const kinds = [
  ['contents', 'ofContents'],
  ['calls', 'ofCalls'],
  ['rooms', 'ofRooms'],
  ['photographs', 'ofPhotographs'],
] as const satisfies readonly (readonly [keyof NonNullable<Period['storage']>, UsageText])[];

/** `Sunday 1 March 2026`, or its first and last day. */
function useSayTime() {
  const language = useLanguage();
  const sayDay = (day: string) => formatDate(new Date(`${day}T12:00`), language);
  return ({ from, to }: Pick<Period, 'from' | 'to'>) =>
    from === to ? sayDay(from) : `${sayDay(from)} – ${sayDay(to)}`;
}

interface ChartProps extends PeriodsProps {
  readonly name: string;
  /** The sum in words. */
  readonly total: string;
  /** What stands there instead if there is nothing to draw. */
  readonly none: string;
  readonly series?: readonly string[];
  readonly valuesOf: (period: Period) => readonly number[];
  readonly say: (value: number) => string;
  readonly topOf?: (most: number) => number;
}

function Chart({ periods, name, total, none, series, valuesOf, say, topOf }: ChartProps) {
  const t = useTexts(texts);
  const sayTime = useSayTime();
  const sumOf = (period: Period) => valuesOf(period).reduce((sum, value) => sum + value, 0);
  const most = Math.max(0, ...periods.map(sumOf));
  if (most === 0)
    return (
      <section className={styles.part}>
        <h2>{name}</h2>
        <p className={styles.quiet}>{none}</p>
      </section>
    );
  const [first, last] = [periods[0], periods.at(-1)];
  const from = first ? sayTime({ from: first.from, to: first.from }) : '';
  const to = last ? sayTime({ from: last.to, to: last.to }) : '';
  return (
    <section className={styles.part}>
      <h2>{name}</h2>
      <p className={styles.total}>{total}</p>
      <BarChart
        label={t('chart', { name, from, to, total, most: say(most) })}
        {...(series && { series })}
        bars={periods.map((period) => ({
          key: period.from,
          title: t('bar', { time: sayTime(period), value: say(sumOf(period)) }),
          values: valuesOf(period),
        }))}
        ends={[from, to]}
        say={say}
        {...(topOf && { topOf })}
      />
    </section>
  );
}

function Storage({ periods }: PeriodsProps) {
  const t = useTexts(texts);
  const language = useLanguage();
  const say = (bytes: number) => formatBytes(bytes, language);
  const last = periods.findLast(({ storage }) => storage !== null)?.storage;
  if (!last)
    return (
      <section className={styles.part}>
        <h2>{t('storage')}</h2>
        <p className={styles.quiet}>{t('storageNone')}</p>
      </section>
    );
  return (
    <>
      <Chart
        periods={periods}
        name={t('storage')}
        total={t('storageLine', { size: say(bytesOf(last)) })}
        none={t('storageEmpty')}
        valuesOf={({ storage }) => [storage ? bytesOf(storage) : 0]}
        say={say}
        topOf={roundUpBytes}
      />
      <FiguresTable
        name={t('storage')}
        heads={[t('kind'), t('size')]}
        bars={partsOf(kinds.map(([kind]) => last[kind]))}
        rows={kinds.map(([kind, name]) => ({ key: kind, head: t(name), figures: [say(last[kind])] }))}
      />
    </>
  );
}

function AllFigures({ periods }: PeriodsProps) {
  const t = useTexts(texts);
  const language = useLanguage();
  const sayTime = useSayTime();
  const heads = [t('time'), t('calls'), t('answered'), t('minutes'), t('views')];
  return (
    <section className={styles.part}>
      <Folded summary={t('asTable')}>
        <div className={styles.wide} tabIndex={0} role="region" aria-label={t('table')}>
          <FiguresTable
            name={t('table')}
            heads={[...heads, t('storage')]}
            rows={periods.map((period) => ({
              key: period.from,
              head: sayTime(period),
              figures: [
                period.calls,
                period.answered,
                Math.round(period.minutes),
                period.views,
                period.storage ? formatBytes(bytesOf(period.storage), language) : '–',
              ],
            }))}
          />
        </div>
      </Folded>
      <CsvButton
        fileName={`${t('title')} ${periods[0]?.from ?? ''} ${periods.at(-1)?.to ?? ''}`}
        read={async () => [
          [t('from'), t('to'), ...heads.slice(1), ...kinds.map(([, name]) => t('bytes', { kind: t(name) }))],
          ...periods.map((one) => [
            one.from,
            one.to,
            one.calls,
            one.answered,
            Math.round(one.minutes * 10) / 10,
            one.views,
            ...kinds.map(([kind]) => one.storage?.[kind] ?? ''),
          ]),
        ]}
      />
    </section>
  );
}

/** The charts of all figures, and their table. */
export function Figures({ periods }: PeriodsProps) {
  const t = useTexts(texts);
  const language = useLanguage();
  const say = (value: number) => formatNumber(Math.round(value), language);
  const sum = (kind: 'calls' | 'answered' | 'minutes' | 'views') =>
    periods.reduce((total, period) => total + period[kind], 0);
  const minutes = Math.round(sum('minutes'));
  return (
    <>
      <Chart
        periods={periods}
        name={t('calls')}
        total={t('callsLine', { count: sum('calls'), answered: sum('answered') })}
        none={t('callsNone')}
        series={[t('answered'), t('notAnswered')]}
        valuesOf={({ calls, answered }) => [answered, calls - answered]}
        say={say}
      />
      <Chart
        periods={periods}
        name={t('minutes')}
        total={t('minutesLine', { count: minutes })}
        none={t('minutesNone')}
        valuesOf={(period) => [period.minutes]}
        say={say}
      />
      <Chart
        periods={periods}
        name={t('views')}
        total={t('viewsLine', { count: sum('views') })}
        none={t('viewsNone')}
        valuesOf={({ views }) => [views]}
        say={say}
      />
      <Storage periods={periods} />
      <AllFigures periods={periods} />
    </>
  );
}
