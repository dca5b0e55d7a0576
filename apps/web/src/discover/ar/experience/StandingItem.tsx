import type { SceneItem } from '@earth/contracts';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useContentLanguage } from '../../../shared/i18n';
import { contentQuery } from '../../lists/model/content-queries';
import type { ItemStage } from '../model/item-stage';
import { itemMatrix } from '../model/placement';
import type { ItemProps } from './item-props';
import { ItemView } from './ItemView';
import { ModelItem } from './ModelItem';
import { Placed } from './Placed';

/** Without a title of its own, an item has that of the content that it opens. */
function useTitled(item: SceneItem): SceneItem {
  const { contentId, title } = item;
  const query = contentQuery(useContentLanguage(), contentId ?? 0);
  const { data: content } = useQuery({ ...query, enabled: title === '' && contentId !== null });
  const found = content?.content.title;
  return useMemo(() => (title === '' && found !== undefined ? { ...item, title: found } : item), [item, title, found]);
}

interface StandingItemProps extends ItemProps {
  readonly stage: ItemStage;
  readonly target: string;
}

/** An item where it stands, from wherever its stage sees it. */
export function StandingItem({ stage, target, item: given, ...rest }: StandingItemProps) {
  const item = useTitled(given);
  const props = { ...rest, item };
  const matrix = useMemo(() => itemMatrix(given), [given]);
  if (item.kind === 'model') return <ModelItem {...props} stage={stage} target={target} matrix={matrix} />;
  return (
    <Placed stage={stage} target={target} matrix={matrix} cover={rest.cover}>
      <ItemView {...props} />
    </Placed>
  );
}
