/** The menu as a tree of editable entries. */
import type { Language, MenuTree, ShownMenuTree } from '@earth/contracts';
import { viewOf } from '../views';
import type { Draft, PublishedRow } from './store';

type First = MenuTree[number];
type Second = First['items'][number];
type Third = Second['items'][number];
/** An entry of any level. */
export type AnyEntry = First | Second | Third;

const EMPTY = { title: '', descr: '' };

function entryOf({ texts, parentId: _, contentsCount: _count, modelCode: _model, ctnView, ...shown }: PublishedRow) {
  const inLanguage = (language: Language) => texts[language] ?? EMPTY;
  const [en, it] = [inLanguage('en'), inLanguage('it')];
  const title = { en: en.title, it: it.title };
  return { ...shown, ctnView: viewOf(ctnView), title, descr: { en: en.descr, it: it.descr } };
}

export function publishedTree(rows: readonly PublishedRow[]): MenuTree {
  const below = (parentId: number | null) => rows.filter((row) => row.parentId === parentId);
  return below(null).map((first) => ({
    ...entryOf(first),
    items: below(first.id).map((second) => ({
      ...entryOf(second),
      items: below(second.id).map((third) => ({ ...entryOf(third), items: [] })),
    })),
  }));
}

/** All entries of a tree, those above first. */
export const entriesOf = (items: readonly AnyEntry[]): AnyEntry[] =>
  items.flatMap((entry) => [entry, ...entriesOf(entry.items)]);

/**
 * A draft with the entries that were published since it was begun, by an import: under their entry if the draft has it, else at the end of
 * the tree.
 */
export function withLater({ items, removed }: Draft, rows: readonly PublishedRow[]): MenuTree {
  const known = new Set([...entriesOf(items).map(({ id }) => id), ...removed]);
  const later = rows.filter(({ id }) => !known.has(id));
  if (later.length === 0) return items;
  const below = (parentId: number | null) =>
    parentId === null ? [] : later.filter((row) => row.parentId === parentId);
  const withThird = (second: Second): Second => ({
    ...second,
    items: [...second.items, ...below(second.id).map((row) => ({ ...entryOf(row), items: [] }))],
  });
  const withSecond = (first: First): First => ({
    ...first,
    items: [...first.items, ...below(first.id).map((row) => ({ ...entryOf(row), items: [] }))].map(withThird),
  });
  const parents = new Set([...items, ...items.flatMap((first) => first.items), ...later].map(({ id }) => id));
  const hasPlace = ({ parentId }: PublishedRow) => parentId !== null && parents.has(parentId);
  const firsts = later.filter((row) => !hasPlace(row)).map((row) => ({ ...entryOf(row), items: [] }));
  return [...items, ...firsts].map(withSecond);
}

/** The tree with what the editor shows of each published entry. */
export function shownTree(items: MenuTree, rows: readonly PublishedRow[]): ShownMenuTree {
  const facts = new Map(rows.map(({ id, contentsCount, modelCode }) => [id, { contentsCount, modelCode }]));
  const factsOf = ({ id }: AnyEntry) =>
    (id === null ? undefined : facts.get(id)) ?? { contentsCount: 0, modelCode: null };
  return items.map((first) => ({
    ...first,
    ...factsOf(first),
    items: first.items.map((second) => ({
      ...second,
      ...factsOf(second),
      items: second.items.map((third) => ({ ...third, ...factsOf(third), items: [] })),
    })),
  }));
}

/** The addresses of the pictures and layers of a tree. */
export const filesOf = (items: readonly AnyEntry[]): string[] =>
  entriesOf(items).flatMap(({ imageUrl, attchmUrl }) => [imageUrl, attchmUrl].filter((url) => url !== null));
