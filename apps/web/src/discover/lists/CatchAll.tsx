import { useLocation } from '@tanstack/react-router';
import { NothingHere } from '../../ui/page/NotFound';
import { findEntry, isAt, WithMenu } from '../menu';
import { EntryContents } from './ContentList';
import { SubMenu } from './MenuList';
import { RowSkeletons } from './RowSkeletons';

/** Resolves any other address as a menu entry: its sub-menu, or its contents (D2.23). */
export function CatchAll() {
  const path = useLocation({ select: ({ pathname }) => pathname });
  return (
    <WithMenu loading={<RowSkeletons count={5} />}>
      {(menu) => {
        const entry = findEntry(menu, (one) => isAt(one, path));
        if (!entry) return <NothingHere />;
        return entry.items.length > 0 ? <SubMenu entry={entry} /> : <EntryContents key={entry.id} entry={entry} />;
      }}
    </WithMenu>
  );
}
