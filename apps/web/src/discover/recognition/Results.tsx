import { useTexts } from '../../shared/i18n';
import { useIsDesktop, useIsTablet } from '../../shared/use-media';
import { type CardStyle, EntryContents, RowSkeletons } from '../lists';
import { findEntry, isAt, NoData, WithMenu } from '../menu';
import { ResultCard } from './ResultCard';
import { texts } from './texts';

/** D9.21: a card takes about 22 to 47 percent of the width. */
function useLanes(): number {
  const isTablet = useIsTablet();
  const isDesktop = useIsDesktop();
  if (isDesktop) return 4;
  return isTablet ? 3 : 2;
}

/** `/result`: the contents of the menu entry at this address, styled as recognition results. */
export function Results() {
  const t = useTexts(texts);
  const lanes = useLanes();
  return (
    <WithMenu loading={<RowSkeletons count={5} />}>
      {(menu) => {
        const entry = findEntry(menu, (one) => isAt(one, '/result'));
        if (!entry) return <NoData title={t('results')} />;
        const card: CardStyle = { Card: ResultCard, height: 156, lanes, inset: 8 };
        return <EntryContents key={`${entry.id} ${lanes}`} entry={entry} card={card} />;
      }}
    </WithMenu>
  );
}
