import { useQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { useLanguage, useTexts } from '../../app/i18n';
import { useTitle } from '../../app/use-title';
import { menuQuery } from '../../data/content-queries';
import { Failed } from '../../ui/Notice';
import { type Entry, findEntry, published } from './menu';
import { NoData } from './NoData';
import { PageHead } from './PageHead';
import { RowSkeletons } from './RowSkeletons';
import styles from './discover.module.css';
import { texts } from './texts';
import { Tiles } from './Tiles';

/** The entries under one of the menu's. */
export function SubMenu({ entry }: { readonly entry: Entry }) {
  useTitle(entry.title);
  return (
    <>
      <PageHead title={entry.title} line={entry.descr} />
      <div className={`${styles.column} ${styles.padded}`}>
        <Tiles entries={entry.items} label={entry.title} />
      </div>
    </>
  );
}

export function MenuList() {
  const t = useTexts(texts);
  const { cid = 0 } = useSearch({ strict: false });
  const { data: menu, error, refetch } = useQuery(menuQuery(useLanguage()));
  if (!menu)
    return error ? (
      <Failed title={t('listFailed')} line={error.message} onRetry={() => void refetch()} />
    ) : (
      <RowSkeletons count={5} />
    );
  const entry = findEntry(published(menu), ({ id }) => id === cid);
  if (entry) return <SubMenu entry={entry} />;
  return <NoData title={t('menu')} />;
}
