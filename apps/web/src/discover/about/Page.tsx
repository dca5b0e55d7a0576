import type { ReactNode } from 'react';
import { useTitle } from '../../shared/use-title';
import { PageHead } from '../menu';
import styles from './about.module.css';

/** A page about the app itself. */
export function Page({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  useTitle(title);
  return (
    <div className={styles.page}>
      <PageHead title={title} />
      <div className={styles.body}>{children}</div>
    </div>
  );
}
