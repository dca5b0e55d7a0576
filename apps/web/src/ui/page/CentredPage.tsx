import type { ReactNode } from 'react';
import styles from './CentredPage.module.css';

/** A page without a shell, for one message. */
export const CentredPage = ({ children }: { readonly children: ReactNode }) => (
  <main className={styles.page}>{children}</main>
);
