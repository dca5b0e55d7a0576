/** Two people change one scene. */
import { expect, test } from 'vitest';
import type { DraftItem } from './draft-item';
import { newItem } from './scene-editor';
import { mergeScene, withSceneChoices } from './scene-merge';

const item = (id: string, change: Partial<DraftItem> = {}): DraftItem => ({
  ...newItem({ key: `key ${id}`, kind: 'picture', markerId: null, files: [{ fileId: id, url: `/${id}` }] }),
  ...change,
});
const [a, b, c] = [item('a'), item('b'), item('c')];
const fits = () => true;
const merge = (mine: DraftItem[], theirs: DraftItem[], base = [a, b]) => mergeScene({ base, mine, theirs, fits });
const filesOf = (items: Iterable<DraftItem>) =>
  [...items].map(({ files: [file] }) => (file && 'fileId' in file ? file.fileId : ''));

test('parts of an item that only one has changed are taken from that one, titles by language', () => {
  const mine = item('a', { x: 1, title: { en: 'Bust', it: '' } });
  const theirs = item('a', { turnZ: 30, title: { en: '', it: 'Busto' }, files: [{ fileId: 'a', url: '/a?signed' }] });
  const { items, conflicts } = merge([mine, b], [theirs, b]);
  expect(conflicts).toEqual([]);
  expect([...items.values()][0]).toMatchObject({ x: 1, turnZ: 30, title: { en: 'Bust', it: 'Busto' } });
});

test('a place is chosen as one, and what both changed in the same way is no conflict', () => {
  const merged = merge([item('a', { x: 1, width: 2 })], [item('a', { y: 3, width: 2 })], [a]);
  expect(merged.conflicts).toMatchObject([{ field: 'place', mine: { x: 1, y: 0 }, theirs: { x: 0, y: 3 } }]);
  const keys = new Set(merged.conflicts.map(({ key }) => key));
  expect(withSceneChoices(merged, keys)).toMatchObject([{ x: 1, y: 0, width: 2 }]);
  expect(withSceneChoices(merged, new Set())).toMatchObject([{ x: 0, y: 3, width: 2 }]);
});

test('new items of both are kept; an item that one deleted and nobody changed is gone', () => {
  const { items, conflicts } = merge([a, c], [a, b, item('d')]);
  expect(filesOf(items.values()).toSorted()).toEqual(['a', 'c', 'd']);
  expect(conflicts).toEqual([]);
});

test('deleted by one and changed by the other: the user chooses', () => {
  const changed = item('b', { x: 1 });
  const deleted = merge([a], [a, changed]);
  expect(deleted.conflicts).toMatchObject([{ field: 'there', mine: null, theirs: { x: 1 } }]);
  expect(filesOf(withSceneChoices(deleted, new Set()))).toEqual(['a', 'b']);
  expect(filesOf(withSceneChoices(deleted, new Set(deleted.conflicts.map(({ key }) => key))))).toEqual(['a']);
  const kept = merge([a, changed], [a]);
  expect(filesOf(withSceneChoices(kept, new Set()))).toEqual(['a']);
  expect(filesOf(withSceneChoices(kept, new Set(kept.conflicts.map(({ key }) => key))))).toEqual(['a', 'b']);
});

test('the order is that of whoever changed it', () => {
  const orderOf = (mine: DraftItem[], theirs: DraftItem[]) => filesOf(merge(mine, theirs, [a, b, c]).items.values());
  expect(orderOf([b, a, c], [a, b, c])).toEqual(['b', 'a', 'c']);
  expect(orderOf([a, b, c], [c, a, b])).toEqual(['c', 'a', 'b']);
  expect(orderOf([b, a, c], [c, a, b])).toEqual(['b', 'a', 'c']);
});

test('two items of one content are told apart by their order', () => {
  const card = (key: string, x: number): DraftItem => ({
    ...newItem({ key, kind: 'info', markerId: null, files: [], content: { id: 4, title: 'Card' } }),
    x,
  });
  const base = [card('one', 1), card('two', 2)];
  const { items, conflicts } = merge([card('one', 5), card('two', 2)], [card('one', 1), card('two', 7)], base);
  expect([...items.values()].map(({ x }) => x)).toEqual([5, 7]);
  expect(conflicts).toEqual([]);
});
