/** Menu navigation: the target of each entry, and search in the tree (D2.26). */
import { HOME_CODE, type MenuItem } from '@earth/contracts';
import { plainPath } from '../../shared/start-page';
import type { ListFilters } from '../lists/model/content-queries';

/** Of any level. */
export interface Entry extends Omit<MenuItem, 'items'> {
  readonly items: readonly Entry[];
}

export const HOME = HOME_CODE;

export const NOTIFICATIONS = '/notifications';

/** The map screen is shared by all entries that have a map: the address names the entry. */
export const MAP = '/content-kml';

/** Whether an entry has this address of its own. */
export const isAt = ({ code }: Pick<Entry, 'code'>, address: string): boolean =>
  code !== null && plainPath(code) === plainPath(address);

/** The entry's own address, if it has one; else its sub-menu or its contents. */
export function linkTo({ id, code, items }: Entry) {
  if (isAt({ code }, MAP)) return { to: MAP, search: { cid: id } } as const;
  if (code?.startsWith('/')) return { to: code };
  return { to: items.length > 0 ? '/menu-list/' : '/content-list/', search: { cid: id } } as const;
}

/** The first match in the tree, depth first. */
export function findEntry(menu: readonly Entry[], holds: (entry: Entry) => boolean): Entry | undefined {
  for (const entry of menu) {
    const found = holds(entry) ? entry : findEntry(entry.items, holds);
    if (found) return found;
  }
  return undefined;
}

/** Whether a menu has an entry at this address. False while the menu is unknown. */
export const hasEntryAt = (menu: readonly Entry[] | undefined, address: string): boolean =>
  !menu || findEntry(menu, (entry) => isAt(entry, address)) !== undefined;

/** The filters of an entry's list: a menu item is a category of the level that it names. */
export function filtersOf({ id, catIndex }: Entry): ListFilters {
  if (catIndex === 2) return { c2: [id] };
  return catIndex === 3 ? { c3: [id] } : { c1: [id] };
}
