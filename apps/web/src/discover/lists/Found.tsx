import { useQuery } from '@tanstack/react-query';
import { useContentLanguage, useTexts } from '../../shared/i18n';
import { holds } from '../../shared/search';
import { type Entry, HOME } from '../menu';
import { withoutIdleCamera } from '../recognition/model/catalogue';
import { Contents } from './Contents';
import styles from './discover.module.css';
import { menuQuery } from './model/content-queries';
import { texts } from './texts';
import { Tiles } from './Tiles';
import { useContents } from './use-contents';

/** Of all levels. */
const matching = (menu: readonly Entry[], search: string): readonly Entry[] =>
  menu.flatMap((entry) => [
    ...[entry].filter(({ code, title }) => code !== HOME && holds(search, title)),
    ...matching(entry.items, search),
  ]);

/** What the search on a visitor's home finds: entries of the menu, and contents. */
export function Found({ search, onClear }: { readonly search: string; readonly onClear: () => void }) {
  const t = useTexts(texts);
  const { data: menu = [] } = useQuery(menuQuery(useContentLanguage()));
  const contents = useContents({}, search);
  const entries = matching(withoutIdleCamera(menu), search);
  const areAll = entries[0] && contents.items?.length === 0;
  return (
    <>
      {entries[0] && (
        <div className={styles.padded}>
          <Tiles entries={entries} label={t('places')} />
        </div>
      )}
      {!areAll && <Contents contents={contents} label={t('search')} search={search} onClear={onClear} />}
    </>
  );
}
