import { Navigate, useSearch } from '@tanstack/react-router';
import { useTexts } from '../../shared/i18n';
import { useTitle } from '../../shared/use-title';
import { type Entry, findEntry, NoData, PageHead, wayTo, WithMenu } from '../menu';
import { withoutIdleCamera } from '../recognition/model/catalogue';
import styles from './discover.module.css';
import { texts } from './texts';
import { Tiles } from './Tiles';
import { RowSkeletons } from './RowSkeletons';

/** The sub-entries of a menu entry. */
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

/** The page of a menu entry with sub-entries. */
export function MenuList() {
  const t = useTexts(texts);
  const { cid = 0 } = useSearch({ strict: false });
  return (
    <WithMenu loading={<RowSkeletons count={5} />}>
      {(menu) => {
        const entry = findEntry(withoutIdleCamera(menu), ({ id }) => id === cid);
        if (!entry) return <NoData title={t('menu')} />;
        // An entry without sub-entries redirects to its own target.
        return entry.items.length > 0 ? <SubMenu entry={entry} /> : <Navigate {...wayTo(entry)} replace />;
      }}
    </WithMenu>
  );
}
