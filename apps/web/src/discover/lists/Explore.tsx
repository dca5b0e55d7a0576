import { AR_CODE } from '@earth/contracts';
import { IconMoodEmpty } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useDeferredValue } from 'react';
import { useContentLanguage, useTexts } from '../../shared/i18n';
import { PageSearch } from '../../ui/page/PageSearch';
import { useScreenView } from '../../shared/use-screen-view';
import { useTitle } from '../../shared/use-title';
import { getConfig } from '../../platform';
import { menuQuery } from './model/content-queries';
import { Empty, Failed } from '../../ui/feedback/Notice';
import { Loading, SkeletonBlock } from '../../ui/feedback/Skeleton';
import { texts as uiTexts } from '../../ui/texts';
import { type Entry, hasEntryAt, HOME, isAt } from '../menu';
import { withoutIdleCamera } from '../recognition/model/catalogue';
import { ArEntry } from './ArEntry';
import styles from './discover.module.css';
import { Found } from './Found';
import { hasSearchBar } from './FoundContents';
import { texts } from './texts';
import { Tiles } from './Tiles';
import tiles from './Tiles.module.css';
import { usePageQuery } from './use-page-query';

const TileSkeletons = () => (
  <Loading>
    <div className={tiles.tiles}>
      {[1, 2, 3, 4, 5].map((key) => (
        <span key={key} className={tiles.tile}>
          <SkeletonBlock width="100%" height={130} />
        </span>
      ))}
    </div>
  </Loading>
);

/** The menu entries with a picture; all entries if none has one, as in the build's menu. */
function tilesOf(menu: readonly Entry[]): readonly Entry[] {
  const entries = withoutIdleCamera(menu).filter((entry) => entry.code !== HOME && !isAt(entry, AR_CODE));
  const pictured = entries.filter(({ imageUrl }) => imageUrl !== null);
  return pictured.length > 0 ? pictured : entries;
}

function Menu() {
  const t = useTexts(texts);
  const u = useTexts(uiTexts);
  const { data, error, refetch } = useQuery(menuQuery(useContentLanguage()));
  // Rendered with low priority, because the pictures are many.
  const menu = useDeferredValue(data);
  if (!menu)
    return error ? (
      <Failed title={t('menuFailed')} line={error.message} onRetry={() => void refetch()} />
    ) : (
      <TileSkeletons />
    );
  const entries = tilesOf(menu);
  if (entries.length === 0 && !hasEntryAt(menu, AR_CODE))
    return navigator.onLine ? (
      <Empty
        icon={<IconMoodEmpty size={40} stroke={1.75} aria-hidden="true" />}
        title={t('noMenu')}
        line={t('noMenuLine')}
      />
    ) : (
      <Failed title={t('noContents')} line={u('checkNetwork')} onRetry={() => void refetch()} />
    );
  return (
    <>
      <ArEntry menu={menu} />
      {entries.length > 0 && <Tiles entries={entries} label={t('places')} />}
    </>
  );
}

/** A visitor's start page: picture tiles, and a list of all contents by title. */
export function Explore() {
  const t = useTexts(texts);
  const [search, setSearch] = usePageQuery();
  const isSearch = hasSearchBar() && search.trim() !== '';
  useTitle(t('explore'));
  useScreenView('Main');
  return (
    <div className={styles.column}>
      <header className={isSearch ? 'visually-hidden' : styles.welcome}>
        <h1 className={styles.welcomeTitle}>{t('welcome', { name: getConfig().brand.name })}</h1>
        <p>{t(hasSearchBar() ? 'welcomeLine' : 'welcomeLineOnly')}</p>
      </header>
      {hasSearchBar() && (
        <div className={styles.search}>
          <PageSearch label={t('search')} value={search} onChange={setSearch} />
        </div>
      )}
      {isSearch ? (
        <Found search={search} onClear={() => setSearch('')} />
      ) : (
        <div className={styles.padded}>
          <Menu />
        </div>
      )}
    </div>
  );
}
