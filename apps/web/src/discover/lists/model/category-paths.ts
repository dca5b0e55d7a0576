/** The entries of the menu as the categories of contents. */
import type { MenuItem } from '@earth/contracts';

export interface CategoryPath {
  /** The id of the category, as a select has it. */
  readonly value: string;
  /** «Art › Painting» */
  readonly label: string;
}

type Entry = Pick<MenuItem, 'id' | 'title'> & { readonly items: readonly Entry[] };

const pathsBelow = (entries: readonly Entry[], above: string): CategoryPath[] =>
  entries.flatMap(({ id, title, items }) => {
    const label = above === '' ? title : `${above} › ${title}`;
    return [{ value: String(id), label }, ...pathsBelow(items, label)];
  });

/** All entries with their paths, in the order of the menu. The entries of an offline menu are no categories. */
export const categoryPaths = (menu: readonly MenuItem[]): CategoryPath[] =>
  pathsBelow(menu, '').filter(({ value }) => Number(value) > 0);
