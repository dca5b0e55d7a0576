import { useQuery } from '@tanstack/react-query';
import { useLocation } from '@tanstack/react-router';
import { useLanguage } from '../../app/i18n';
import { NotFound } from '../../app/NotFound';
import { queryClient } from '../../data/queries';
import { menuQuery } from '../../data/content-queries';
import { EntryContents } from './ContentList';
import { DiscoverFrame, ForVisitors } from './DiscoverShell';
import { findEntry, published } from './menu';
import { SubMenu } from './MenuList';
import { RowSkeletons } from './RowSkeletons';

const plain = (address: string) => address.replace(/\/$/, '');

function EntryPage() {
  const path = useLocation({ select: ({ pathname }) => plain(pathname) });
  const { data: menu, isPending } = useQuery(menuQuery(useLanguage()), queryClient);
  if (isPending)
    return (
      <DiscoverFrame>
        <RowSkeletons count={5} />
      </DiscoverFrame>
    );
  const entry = findEntry(published(menu ?? []), ({ code }) => code !== null && plain(code) === path);
  if (!entry) return <NotFound />;
  return (
    <DiscoverFrame>
      {entry.items.length > 0 ? <SubMenu entry={entry} /> : <EntryContents key={entry.id} entry={entry} />}
    </DiscoverFrame>
  );
}

/** Any other address may be a menu entry's: its sub-menu, or its contents (Discover 2, «catch-all»). */
export const CatchAll = () => (
  <ForVisitors>
    <EntryPage />
  </ForVisitors>
);
