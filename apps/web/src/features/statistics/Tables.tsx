import type { ReactNode } from 'react';
import { formatDate } from '../../app/format';
import { useLanguage, useTexts } from '../../app/i18n';
import { byLanguage, type DayFigures, type Statistics } from './figures';
import styles from './statistics.module.css';
import { texts } from './texts';

interface TableProps {
  readonly name: string;
  /** Of the first column, then of those of numbers. */
  readonly heads: readonly string[];
  readonly rows: readonly { readonly key: string; readonly head: ReactNode; readonly figures: readonly number[] }[];
}

function Table({ name, heads, rows }: TableProps) {
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
        {rows.map(({ key, head, figures }) => (
          <tr key={key}>
            <th scope="row">{head}</th>
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
  return (
    <Table
      name={t('byLanguage')}
      heads={[t('language'), t('contents'), t('screens'), t('favourites')]}
      rows={byLanguage(statistics).map(({ locale, contents, screens, favourites }) => ({
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
      rows={screens.map(({ name, views }) => ({ key: name, head: name, figures: [views] }))}
    />
  );
}
