/** The parts of the lists of people and of a person's calls. */
import type { ComponentProps } from 'react';
import { ListRow, type ListRowProps } from '../../ui/rows/ListRow';
import { LinkedRow } from '../../ui/rows/RowLink';
import styles from './people.module.css';

/** @param isLinked whether a link or button covers it */
export function PeopleRow({
  isLinked = true,
  ...row
}: Omit<ListRowProps, 'className'> & { readonly isLinked?: boolean }) {
  const Row = isLinked ? LinkedRow : ListRow;
  return <Row className={styles.row} {...row} />;
}

export const ListHeading = ({ children, ...heading }: ComponentProps<'h2'>) => (
  <h2 className={styles.heading} {...heading}>
    {children}
  </h2>
);

/** Says that a list is empty. */
export const NoneLine = ({ children }: ComponentProps<'p'>) => <p className={styles.none}>{children}</p>;
