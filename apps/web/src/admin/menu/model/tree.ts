/** The menu as an editable tree. All functions return a new tree. */
import type { MenuDraft, MenuTree } from '@earth/contracts';

type ShownEntry = MenuDraft['items'][number];

/** An entry of any level. `key`: stable while it is edited, also before it has a number. */
export interface Entry extends Omit<ShownEntry, 'items'> {
  readonly key: string;
  readonly items: readonly Entry[];
}

const LEVELS = 3;

/** Where an entry is put: before the entry of that index, below its parent (null: on the first level). */
export interface Place {
  readonly parentKey: string | null;
  readonly index: number;
}

interface Nested extends Omit<ShownEntry, 'items'> {
  readonly items: readonly Nested[];
}

export const withKeys = (items: readonly Nested[]): readonly Entry[] =>
  items.map((entry) => ({
    ...entry,
    key: entry.id === null ? crypto.randomUUID() : String(entry.id),
    items: withKeys(entry.items),
  }));

const withoutKey = ({ key: _, contentsCount: _count, modelCode: _code, items: _items, ...entry }: Entry) => entry;

/** What is sent to the server. */
export const treeOf = (items: readonly Entry[]): MenuTree =>
  items.map((first) => ({
    ...withoutKey(first),
    items: first.items.map((second) => ({
      ...withoutKey(second),
      items: second.items.map((third) => ({ ...withoutKey(third), items: [] })),
    })),
  }));

export function newEntry(): Entry {
  const none = { en: '', it: '' };
  return {
    key: crypto.randomUUID(),
    id: null,
    title: none,
    descr: none,
    visibility: 'public',
    code: null,
    imageUrl: null,
    attchmUrl: null,
    ctnType: 1,
    ctnView: 1,
    contentsCount: 0,
    modelCode: null,
    items: [],
  };
}

/** An entry, with those that it is below. */
export interface Found {
  readonly entry: Entry;
  readonly above: readonly Entry[];
  readonly siblings: readonly Entry[];
  readonly index: number;
}

export function find(items: readonly Entry[], key: string, above: readonly Entry[] = []): Found | null {
  for (const [index, entry] of items.entries()) {
    if (entry.key === key) return { entry, above, siblings: items, index };
    const below = find(entry.items, key, [...above, entry]);
    if (below) return below;
  }
  return null;
}

export const update = (items: readonly Entry[], key: string, change: Partial<Entry>): readonly Entry[] =>
  items.map((entry) =>
    entry.key === key ? { ...entry, ...change } : { ...entry, items: update(entry.items, key, change) },
  );

export const remove = (items: readonly Entry[], key: string): readonly Entry[] =>
  items.filter((entry) => entry.key !== key).map((entry) => ({ ...entry, items: remove(entry.items, key) }));

export function insert(items: readonly Entry[], added: Entry, { parentKey, index }: Place): readonly Entry[] {
  if (parentKey === null) return [...items.slice(0, index), added, ...items.slice(index)];
  return items.map((entry) => {
    const isParent = entry.key === parentKey;
    return { ...entry, items: insert(entry.items, added, { parentKey: isParent ? null : parentKey, index }) };
  });
}

const depthOf = ({ items }: Entry): number => 1 + Math.max(0, ...items.map(depthOf));

/** Whether an entry may be put below another one (null: on the first level). */
export function fitsBelow(items: readonly Entry[], moved: Entry, parentKey: string | null): boolean {
  if (parentKey === null) return depthOf(moved) <= LEVELS;
  const parent = find(items, parentKey);
  if (!parent || find([moved], parentKey)) return false;
  return parent.above.length + 1 + depthOf(moved) <= LEVELS;
}

/** The tree with an entry moved; the same tree if it may not be there. */
export function move(items: readonly Entry[], key: string, { parentKey, index }: Place): readonly Entry[] {
  const found = find(items, key);
  if (!found || !fitsBelow(items, found.entry, parentKey)) return items;
  const isSameList = (found.above.at(-1)?.key ?? null) === parentKey;
  const isLater = isSameList && index > found.index;
  return insert(remove(items, key), found.entry, { parentKey, index: isLater ? index - 1 : index });
}

export type Step = 'up' | 'down' | 'in' | 'out';

/** Where one step leads: among its siblings, into the one before it, or out behind its parent. Null: nowhere. */
export function stepPlace(items: readonly Entry[], key: string, step: Step): Place | null {
  const found = find(items, key);
  if (!found) return null;
  const { above, siblings, index, entry } = found;
  const parent = above.at(-1);
  const parentKey = parent?.key ?? null;
  if (step === 'up') return index > 0 ? { parentKey, index: index - 1 } : null;
  if (step === 'down') return index < siblings.length - 1 ? { parentKey, index: index + 2 } : null;
  if (step === 'in') {
    const before = siblings[index - 1];
    return before && fitsBelow(items, entry, before.key) ? { parentKey: before.key, index: before.items.length } : null;
  }
  if (!parent) return null;
  const behind = find(items, parent.key);
  return { parentKey: above.at(-2)?.key ?? null, index: (behind?.index ?? 0) + 1 };
}

/** The published numbers of an entry and of those below it. */
export const idsOf = (entry: Entry): number[] => idsIn([entry]);

/** All published numbers of a tree. */
export const idsIn = (items: readonly Nested[]): number[] =>
  items.flatMap(({ id, items: below }) => [...(id === null ? [] : [id]), ...idsIn(below)]);

/** Entries that somebody else has deleted meanwhile are made again, as new ones. */
export const withoutGone = (items: readonly Entry[], known: ReadonlySet<number>): readonly Entry[] =>
  items.map((entry) => ({
    ...entry,
    id: entry.id !== null && known.has(entry.id) ? entry.id : null,
    items: withoutGone(entry.items, known),
  }));

/** How many contents an entry and those below it have. */
export const contentsOf = ({ contentsCount, items }: Entry): number =>
  items.reduce((sum, below) => sum + contentsOf(below), contentsCount);

/** How many titles of a tree are missing in a language. */
export const missingIn = (items: readonly Entry[], language: 'en' | 'it'): number =>
  items.reduce(
    (sum, entry) => sum + (entry.title[language].trim() === '' ? 1 : 0) + missingIn(entry.items, language),
    0,
  );
