import { Outlet } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useIsDesktop } from '../../shared/use-media';
import styles from './ListPage.module.css';
import { PageSearch } from './PageSearch';
import { useTitle } from '../../shared/use-title';

interface ListPageProps {
  readonly title: string;
  /** Actions beside the title. */
  readonly acts: ReactNode;
  readonly search: { readonly label: string; readonly value: string; readonly onChange: (value: string) => void };
  /** An item of the list is open, at its own address. */
  readonly isChosen: boolean;
  /** Shown beside the list if none is open. */
  readonly nothing: ReactNode;
  /** Sets the width of the list on a desktop. */
  readonly className: string | undefined;
  readonly children: ReactNode;
}

/**
 * Master-detail page: on a desktop the list and the open item side by side, on a phone one of them. The item stays mounted while the
 * window is resized.
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
