import type { ReactNode } from 'react';
import { formatDate } from '../../shared/format';
import { useLanguage, useTexts } from '../../shared/i18n';
import { byLanguage, type DayFigures, type Statistics } from './figures';
import styles from './statistics.module.css';
import { texts } from './texts';

/** A bar behind a row of a table, relative to the longest one. Decorative: the numbers say the same. */
const Bar = ({ part }: { readonly part: number }) => (
  <span className={styles.bar} aria-hidden="true">
    <span style={{ width: `${part * 100}%` }} />
  </span>
);

/** Relative to the largest value. */
const partsOf = (views: readonly number[]) => views.map((one) => one / Math.max(1, ...views));

interface TableProps {
  readonly name: string;
  /** The headers: of the first column, then of the number columns. */
  readonly heads: readonly string[];
  readonly rows: readonly { readonly key: string; readonly head: ReactNode; readonly figures: readonly number[] }[];
  /** The length of each row's bar, from 0 to 1. */
  readonly bars?: readonly number[];
}

function Table({ name, heads, rows, bars }: TableProps) {
  const language = useLanguage();
  return (
    <table className={styles.table} aria-label={name}>
      <thead>
        <tr>
          {heads.map((head) => (
            <th key={head} scope="col">
              {head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ key, head, figures }, line) => (
          <tr key={key}>
            <th scope="row">
              {head}
              {bars && <Bar part={bars[line] ?? 0} />}
            </th>
            {figures.map((figure, place) => (
              <td key={heads[place + 1]}>{figure.toLocaleString(language)}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

export function DaysTable({ days }: { readonly days: readonly DayFigures[] }) {
  const t = useTexts(texts);
  const language = useLanguage();
  return (
    <Table
      name={t('byDay')}
      heads={[t('day'), t('contents'), t('screens'), t('favourites')]}
      rows={days.map(({ day, contents, screens, favourites }) => ({
        key: day,
        head: <time dateTime={day}>{formatDate(new Date(`${day}T12:00`), language)}</time>,
        figures: [contents, screens, favourites],
      }))}
    />
  );
}

export function LanguagesTable({ statistics }: { readonly statistics: Statistics }) {
  const t = useTexts(texts);
  const language = useLanguage();
  const names = new Intl.DisplayNames(language, { type: 'language' });
  const languages = byLanguage(statistics);
  return (
    <Table
      name={t('byLanguage')}
      heads={[t('language'), t('contents'), t('screens'), t('favourites')]}
      bars={partsOf(languages.map(({ contents, screens }) => contents + screens))}
      rows={languages.map(({ locale, contents, screens, favourites }) => ({
        key: locale,
        head: names.of(locale),
        figures: [contents, screens, favourites],
      }))}
    />
  );
}

export function ContentsTable({ contents }: Pick<Statistics, 'contents'>) {
  const t = useTexts(texts);
  return (
    <Table
      name={t('topContents')}
      heads={[t('content'), t('views'), t('favourites')]}
      bars={partsOf(contents.map(({ views }) => views))}
      rows={contents.map(({ contentId, contentName, views, favourites }) => ({
        key: String(contentId),
        head: contentName ?? t('deleted', { id: contentId }),
        figures: [views, favourites],
      }))}
    />
  );
}

export function ScreensTable({ screens }: Pick<Statistics, 'screens'>) {
  const t = useTexts(texts);
  return (
    <Table
      name={t('screens')}
      heads={[t('screen'), t('views')]}
      bars={partsOf(screens.map(({ views }) => views))}
      rows={screens.map(({ name, views }) => ({ key: name, head: name, figures: [views] }))}
    />
  );
}
