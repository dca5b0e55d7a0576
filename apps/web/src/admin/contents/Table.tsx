import { type ContentTableRow, ContentView } from '@earth/contracts';
import { IconArrowDown, IconArrowUp, IconDeviceMobile, IconHistory, IconPhoto, IconStack2 } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useLanguage, useTexts } from '../../shared/i18n';
import { IconButton, IconLink } from '../../ui/controls/IconButton';
import styles from './contents.module.css';
import type { TableSearch } from './table-search';
import { texts } from './texts';
import { momentWords, stateWords, viewWords } from './words';

const icon = { size: 20, stroke: 1.75, 'aria-hidden': true } as const;

export interface RowActs {
  readonly isChosen: (id: number) => boolean;
  readonly onChoose: (id: number) => void;
  readonly onHistory: (row: ContentTableRow) => void;
  readonly onPreview: (row: ContentTableRow) => void;
}

function StateChip({ row: { state, liveFrom, liveUntil } }: { readonly row: ContentTableRow }) {
  const t = useTexts(texts);
  const language = useLanguage();
  const moment =
    state === 'planned' && liveFrom
      ? t('liveFromOn', { when: momentWords(liveFrom, language) })
      : state === 'live' && liveUntil
        ? t('liveUntilOn', { when: momentWords(liveUntil, language) })
        : null;
  return (
    <>
      <span className={styles.state} data-state={state}>
        {stateWords(state, t)}
      </span>
      {moment && <span className={styles.line}>{moment}</span>}
    </>
  );
}

function Languages({ missing }: Pick<ContentTableRow, 'missing'>) {
  const t = useTexts(texts);
  if (missing.length === 0) return <span className={styles.line}>EN · IT</span>;
  return <span className={styles.missing}>{missing.map((one) => t(one === 'en' ? 'noEn' : 'noIt')).join(' · ')}</span>;
}

/** Opens the editor; a deleted content is brought back first. */
function Title({ row: { id, title, state } }: { readonly row: ContentTableRow }) {
  if (state === 'deleted') return <span className={styles.name}>{title}</span>;
  return (
    <Link to="/discover-content-detail" search={{ c: id }} className={styles.name}>
      {title}
    </Link>
  );
}

const Thumb = ({ imageUrl }: Pick<ContentTableRow, 'imageUrl'>) => (
  <span className={styles.thumb}>
    {imageUrl ? <img src={imageUrl} alt="" loading="lazy" /> : <IconPhoto {...icon} />}
  </span>
);

function Choice({ row, acts: { isChosen, onChoose } }: { readonly row: ContentTableRow; readonly acts: RowActs }) {
  const t = useTexts(texts);
  return (
    <label className={styles.choice}>
      <input
        type="checkbox"
        aria-label={t('choose', { title: row.title })}
        checked={isChosen(row.id)}
        onChange={() => onChoose(row.id)}
      />
    </label>
  );
}

function Acts({ row, acts: { onHistory, onPreview } }: { readonly row: ContentTableRow; readonly acts: RowActs }) {
  const t = useTexts(texts);
  return (
    <span className={styles.acts}>
      {row.ctnView === ContentView.model && row.state !== 'deleted' && (
        <IconLink
          to="/discover-views"
          search={{ m: row.id }}
          label={t('viewsOf', { title: row.title })}
          icon={<IconStack2 {...icon} />}
        />
      )}
      <IconButton
        label={t('previewOf', { title: row.title })}
        icon={<IconDeviceMobile {...icon} />}
        onClick={() => onPreview(row)}
      />
      <IconButton
        label={t('historyOf', { title: row.title })}
        icon={<IconHistory {...icon} />}
        onClick={() => onHistory(row)}
      />
    </span>
  );
}

function useChangedWords() {
  const t = useTexts(texts);
  const language = useLanguage();
  return ({ changedAt, changedBy }: ContentTableRow) => {
    const when = momentWords(changedAt, language);
    return changedBy === null ? when : t('changedBy', { when, name: changedBy });
  };
}

/** The rows as cards, on a phone. */
export function Cards({ rows, acts }: { readonly rows: readonly ContentTableRow[]; readonly acts: RowActs }) {
  const t = useTexts(texts);
  const changedWords = useChangedWords();
  return (
    <ul aria-label={t('table')} className={styles.cards}>
      {rows.map((row) => (
        <li key={row.id} className={styles.card}>
          <Choice row={row} acts={acts} />
          <Thumb imageUrl={row.imageUrl} />
          <span className={styles.words}>
            <Title row={row} />
            <span className={styles.line}>{viewWords(row.ctnView, t)}</span>
            <span className={styles.chips}>
              <StateChip row={row} />
              {row.missing.length > 0 && <Languages missing={row.missing} />}
            </span>
            <span className={styles.line}>{changedWords(row)}</span>
          </span>
          <Acts row={row} acts={acts} />
        </li>
      ))}
    </ul>
  );
}

interface HeadProps {
  readonly column: 'title' | 'state' | 'changed';
  readonly search: TableSearch;
  readonly onSort: (change: TableSearch) => void;
  readonly children: string;
}

function Head({ column, search: { sort = 'changed', order = 'desc' }, onSort, children }: HeadProps) {
  const t = useTexts(texts);
  const isOn = sort === column;
  const next = isOn ? (order === 'asc' ? 'desc' : 'asc') : column === 'changed' ? 'desc' : 'asc';
  const Arrow = order === 'asc' ? IconArrowUp : IconArrowDown;
  return (
    <th scope="col" aria-sort={isOn ? (order === 'asc' ? 'ascending' : 'descending') : 'none'}>
      <button
        type="button"
        className={styles.sort}
        aria-label={t('sortBy', { column: children })}
        onClick={() => onSort({ sort: column, order: next, page: undefined })}
      >
        {children}
        {isOn && <Arrow size={16} stroke={2} aria-hidden="true" />}
      </button>
    </th>
  );
}

interface TableProps {
  readonly rows: readonly ContentTableRow[];
  readonly acts: RowActs;
  readonly search: TableSearch;
  readonly onSearch: (change: TableSearch) => void;
  /** The box that chooses all rows. */
  readonly all: ReactNode;
}

export function Table({ rows, acts, search, onSearch, all }: TableProps) {
  const t = useTexts(texts);
  const changedWords = useChangedWords();
  const sorting = { search, onSort: onSearch };
  return (
    <table className={styles.table} aria-label={t('table')}>
      <thead>
        <tr>
          <th scope="col">{all}</th>
          <Head column="title" {...sorting}>
            {t('content')}
          </Head>
          <th scope="col">{t('view')}</th>
          <Head column="state" {...sorting}>
            {t('state')}
          </Head>
          <th scope="col">{t('languages')}</th>
          <Head column="changed" {...sorting}>
            {t('changed')}
          </Head>
          <th scope="col">
            <span className="visually-hidden">{t('acts')}</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.id} data-chosen={acts.isChosen(row.id) || undefined}>
            <td>
              <Choice row={row} acts={acts} />
            </td>
            <th scope="row">
              <span className={styles.titled}>
                <Thumb imageUrl={row.imageUrl} />
                <span className={styles.words}>
                  <Title row={row} />
                  {row.category && <span className={styles.line}>{row.category}</span>}
                </span>
              </span>
            </th>
            <td>{viewWords(row.ctnView, t)}</td>
            <td>
              <StateChip row={row} />
            </td>
            <td>
              <Languages missing={row.missing} />
            </td>
            <td>{changedWords(row)}</td>
            <td>
              <Acts row={row} acts={acts} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
