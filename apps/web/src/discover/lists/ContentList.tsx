import { ContentView } from '@earth/contracts';
import { IconInfoCircle } from '@tabler/icons-react';
import { Link, useSearch } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTexts } from '../../shared/i18n';
import { useTitle } from '../../shared/use-title';
import type { ListFilters } from './model/content-queries';
import { Tip } from '../../ui/overlay/Tip';
import { type Entry, filtersOf, findEntry, NoData, PageHead, WithMenu } from '../menu';
import type { CardStyle } from './ContentRows';
import { FoundContents, hasSearchBar } from './FoundContents';
import styles from './discover.module.css';
import { RecognitionButton } from './RecognitionButton';
import { texts } from './texts';
import { useContents } from './use-contents';
import { usePageQuery } from './use-page-query';
import { RowSkeletons } from './RowSkeletons';

/** The views whose lists have a search bar (D2.43). */
const SEARCHED: ReadonlySet<number> = new Set([ContentView.info, ContentView.place]);

interface CategoryContentsProps {
  readonly title: string;
  readonly line?: string | undefined;
  readonly filters: ListFilters;
  readonly view: number;
  readonly card?: CardStyle | undefined;
  /** What stands between the head and the list. */
  readonly children?: ReactNode;
}

/** The contents of a category, with its brand's skin. */
function CategoryContents({ title, line, filters, view, card, children }: CategoryContentsProps) {
  const t = useTexts(texts);
  const [search, setSearch] = usePageQuery();
  const contents = useContents(filters, search);
  useTitle(title);
  const { first, source } = contents;
  const isComing = !first && source.isFetching;
  const brandName = first?.brand?.name ?? line;
  return (
    <>
      <PageHead title={title} line={brandName === title ? line : brandName} skin={first?.skin} isComing={isComing}>
        <Tip words={t('ask')} position="bottom">
          <Link
            to="/contact"
            search={{ ...(first?.brand && { brand: first.brand.name }), note: title }}
            aria-label={t('ask')}
            className={styles.ask}
          >
            <IconInfoCircle size={24} stroke={1.75} aria-hidden="true" />
          </Link>
        </Tip>
      </PageHead>
      {children}
      <FoundContents
        label={title}
        contents={contents}
        search={search}
        onSearch={setSearch}
        hasSearch={hasSearchBar() && SEARCHED.has(view)}
        card={card}
      />
    </>
  );
}

interface EntryContentsProps {
  readonly entry: Entry;
  readonly card?: CardStyle | undefined;
}

export const EntryContents = ({ entry, card }: EntryContentsProps) => (
  <CategoryContents title={entry.title} line={entry.descr} filters={filtersOf(entry)} view={entry.ctnView} card={card}>
    {entry.ctnView === ContentView.recognition && <RecognitionButton entry={entry} />}
  </CategoryContents>
);

/** The contents of a category. A category outside of the menu has no title, and is shown too. */
export function ContentList() {
  const t = useTexts(texts);
  const { cid = 0 } = useSearch({ strict: false });
  if (cid <= 0) return <NoData title={t('explore')} />;
  return (
    <WithMenu loading={<RowSkeletons count={5} />}>
      {(menu) => {
        const entry = findEntry(menu, ({ id }) => id === cid);
        if (entry) return <EntryContents key={cid} entry={entry} />;
        return <CategoryContents key={cid} title={t('explore')} filters={{ c1: [cid] }} view={ContentView.info} />;
      }}
    </WithMenu>
  );
}
