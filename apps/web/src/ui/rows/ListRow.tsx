import type { ReactNode } from 'react';
import styles from './ListRow.module.css';

/** The whole name as a tip, because a long one ends in an ellipsis. */
export const tipOf = (name: ReactNode) => (typeof name === 'string' ? name : undefined);

export interface ListRowProps {
  /** A picture or an avatar. */
  readonly lead: ReactNode;
  readonly title: ReactNode;
  readonly line?: ReactNode;
  /** One element at the end. */
  readonly trail?: ReactNode;
  readonly className?: string | undefined;
}

/** The space of a row, for a placeholder. */
export const RowBox = ({ children }: { readonly children: ReactNode }) => <div className={styles.row}>{children}</div>;

/** A list row: picture, title, one line below, one element at the end. */
export function ListRow({ lead, title, line, trail, className }: ListRowProps) {
  return (
    <li className={[styles.row, className].filter(Boolean).join(' ')}>
      <div className={styles.main}>
        {lead}
        <span className={styles.words}>
          <span className={styles.title} title={tipOf(title)}>
            {title}
          </span>
          {line && <span className={styles.line}>{line}</span>}
        </span>
      </div>
      {trail}
    </li>
  );
}
