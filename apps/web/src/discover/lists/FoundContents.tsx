import { ContentView } from '@earth/contracts';
import { useTexts } from '../../shared/i18n';
import { PageSearch } from '../../ui/page/PageSearch';
import { getConfig } from '../../platform';
import type { ListFilters, ListSource } from './model/content-queries';
import type { CardStyle } from './ContentRows';
import { Contents } from './Contents';
import styles from './discover.module.css';
import { texts } from './texts';
import { useContents } from './use-contents';
import { usePageQuery } from './use-page-query';

/** A setting of the build. */
export const hasSearchBar = (): boolean => getConfig().brand.discover.searchBar;

/** The views whose scene lists have a search bar (D2.43). */
const SEARCHED_SCENES: ReadonlySet<number> = new Set([ContentView.model, ContentView.scene]);

interface FoundContentsProps {
  readonly label: string;
  readonly contents: ReturnType<typeof useContents>;
  readonly search: string;
  readonly onSearch: (search: string) => void;
  readonly hasSearch: boolean;
  readonly card?: CardStyle | undefined;
}

/** A list with its search bar. */
export function FoundContents({ label, contents, search, onSearch, hasSearch, card }: FoundContentsProps) {
  const t = useTexts(texts);
  return (
    <div className={styles.column}>
      {hasSearch && (
        <div className={styles.search}>
          <PageSearch label={t('search')} value={search} onChange={onSearch} />
        </div>
      )}
      <Contents contents={contents} label={label} search={search} onClear={() => onSearch('')} card={card} />
    </div>
  );
}

interface SearchedContentsProps {
  readonly label: string;
  readonly filters: ListFilters;
  readonly from?: ListSource;
  /** The view of the contents. */
  readonly view: number;
}

/** A list of the scenes area. The search text is part of the address. */
export function SearchedContents({ label, filters, from, view }: SearchedContentsProps) {
  const [search, setSearch] = usePageQuery();
  const contents = useContents(filters, search, from);
  return (
    <FoundContents
      label={label}
      contents={contents}
      search={search}
      onSearch={setSearch}
      hasSearch={hasSearchBar() && SEARCHED_SCENES.has(view)}
    />
  );
}
