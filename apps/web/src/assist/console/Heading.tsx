import type { ReactNode } from 'react';
import styles from './console.module.css';

/** The heading of a section of the side column. */
export const Heading = ({ id, count, children }: { id: string; count?: number; children: ReactNode }) => (
  <div className={styles.heading}>
    <h2 id={id}>{children}</h2>
    {count !== undefined && <span className={styles.count}>{count}</span>}
  </div>
);
