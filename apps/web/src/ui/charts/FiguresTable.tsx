import type { ReactNode } from 'react';
import { useLanguage } from '../../shared/i18n';
import styles from './charts.module.css';

/** A bar behind a row of a table, relative to the longest one. Decorative: the numbers say the same. */
const RowBar = ({ part }: { readonly part: number }) => (
  <span className={styles.bar} aria-hidden="true">
    <span style={{ width: `${part * 100}%` }} />
  </span>
);

/** Relative to the largest value. */
export const partsOf = (values: readonly number[]) => values.map((one) => one / Math.max(1, ...values));

interface TableProps {
  readonly name: string;
  /** The headers: of the first column, then of the number columns. */
  readonly heads: readonly string[];
  readonly rows: readonly {
    readonly key: string;
    readonly head: ReactNode;
    readonly figures: readonly (number | string)[];
  }[];
  /** The length of each row's bar, from 0 to 1. */
  readonly bars?: readonly number[];
}

/** A table of numbers. */
export function FiguresTable({ name, heads, rows, bars }: TableProps) {
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
              {bars && <RowBar part={bars[line] ?? 0} />}
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

interface FoldedProps {
  readonly summary: string;
  readonly children: ReactNode;
}

/** The numbers of a chart, unfolded by its reader. */
export const Folded = ({ summary, children }: FoldedProps) => (
  <details className={styles.folded}>
    <summary className={styles.summary}>{summary}</summary>
    {children}
  </details>
);
