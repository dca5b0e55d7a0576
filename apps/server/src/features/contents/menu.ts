/** The menu: the tree of categories. */
import type { Language, MenuItem } from '@earth/contracts';
import type { Context } from '../../context';
import type { Who } from '../../http/who';
import { type CategoryRow, findCategories } from './store';

/** Those of a category that the menu shows, in order. */
function shownOf({ id, title, code, descr, imageUrl, attchmUrl, ctnType, ctnView, level }: CategoryRow) {
  return {
    id,
    title,
    code,
    descr,
    imageUrl,
    attchmUrl,
    ctnType,
    ctnView: ctnView as MenuItem['ctnView'],
    catIndex: level,
  };
}

export async function getMenu({ pool }: Context, who: Who | null, locale: Language): Promise<MenuItem[]> {
  const rows = await findCategories(pool, who?.companyId ?? null, locale);
  const childrenOf = (parentId: number | null) => rows.filter((row) => row.parentId === parentId);
  return childrenOf(null).map((first) => ({
    ...shownOf(first),
    items: childrenOf(first.id).map((second) => ({
      ...shownOf(second),
      items: childrenOf(second.id).map((third) => ({ ...shownOf(third), items: [] })),
    })),
  }));
}
