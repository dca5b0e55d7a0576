/** The menu: the tree of categories. */
import type { Brand, Language, MenuItem } from '@earth/contracts';
import type { Context } from '../../../context';
import type { Caller } from '../../../http/principal';
import { type CategoryRow, findCategories } from './store';
import { viewOf } from './views';

/** The fields of a category that the menu shows, in order. */
function shownOf({ level, ctnView, parentId: _, ...shown }: CategoryRow) {
  return { ...shown, ctnView: viewOf(ctnView), catIndex: level };
}

/** A brand may have only some of the top-level entries, in its own order. */
function inBuild(firsts: readonly CategoryRow[], menu: Brand['menu']): readonly CategoryRow[] {
  return menu?.flatMap((code) => firsts.filter((first) => first.code === code)) ?? firsts;
}

export async function getMenu(
  { pool, brand }: Context,
  principal: Caller | null,
  locale: Language,
): Promise<MenuItem[]> {
  const rows = await findCategories(pool, principal?.companyId ?? null, locale);
  const childrenOf = (parentId: number | null) => rows.filter((row) => row.parentId === parentId);
  return inBuild(childrenOf(null), brand.menu).map((first) => ({
    ...shownOf(first),
    items: childrenOf(first.id).map((second) => ({
      ...shownOf(second),
      items: childrenOf(second.id).map((third) => ({ ...shownOf(third), items: [] })),
    })),
  }));
}
