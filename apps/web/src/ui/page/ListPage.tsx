import { Outlet } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useIsDesktop } from '../../shared/use-media';
import styles from './ListPage.module.css';
import { PageSearch } from './PageSearch';
import { useTitle } from '../../shared/use-title';

interface ListPageProps {
  readonly title: string;
  /** What one can do, beside the title. */
  readonly acts: ReactNode;
  readonly search: { readonly label: string; readonly value: string; readonly onChange: (value: string) => void };
  /** One of the list is open, at an address of its own. */
  readonly isChosen: boolean;
  /** Stands beside the list where none is. */
  readonly nothing: ReactNode;
  /** Says how wide the list is on a desktop. */
  readonly className: string | undefined;
  readonly children: ReactNode;
}

/**
 * A list, and beside it on a desktop what is open of it; on a phone that takes the list's place. It stays as it is while the
 * window becomes wider or narrower.
 */
export function ListPage({ title, acts, search, isChosen, nothing, className, children }: ListPageProps) {
  const isDesktop = useIsDesktop();
  useTitle(title);
  return (
    <div className={`${styles.page} ${className}`} data-chosen={isChosen || undefined}>
      {(isDesktop || !isChosen) && (
        <section className={styles.list} aria-label={title}>
          <header className={styles.header}>
            <div className={styles.top}>
              <h1 className={styles.title}>{title}</h1>
              {acts}
            </div>
            <PageSearch {...search} />
          </header>
          {children}
        </section>
      )}
      {isChosen && (
        <div className={styles.detail}>
          <Outlet />
        </div>
      )}
      {isDesktop && !isChosen && <div className={styles.nothing}>{nothing}</div>}
    </div>
  );
}
