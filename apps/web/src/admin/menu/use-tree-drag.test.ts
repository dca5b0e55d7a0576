import { expect, test } from 'vitest';
import { type Entry, newEntry } from './model/tree';
import { dropOn } from './use-tree-drag';

const entry = (key: string, ...items: Entry[]): Entry => ({ ...newEntry(), key, items });
const menu = [entry('a', entry('b', entry('c'))), entry('d'), entry('e', entry('f', entry('g')))];

test.each([
  ['d', 'a', 0.1, 'before', { parentKey: null, index: 0 }],
  ['d', 'a', 0.5, 'into', { parentKey: 'a', index: 1 }],
  ['d', 'a', 0.9, 'after', { parentKey: null, index: 1 }],
  ['d', 'c', 0.9, 'after', { parentKey: 'b', index: 1 }],
  // Nothing can be below the third level: the middle means beside.
  ['d', 'c', 0.4, 'before', { parentKey: 'b', index: 0 }],
  // It has two levels below it: only the first level has room.
  ['e', 'a', 0.4, 'before', { parentKey: null, index: 0 }],
])('%s on %s at %d of its height goes %s', (dragged, key, share, zone, place) => {
  expect(dropOn(menu, dragged, key, share)).toEqual({ key, zone, place });
});

test.each([
  ['a', 'a'],
  ['a', 'b'],
  ['e', 'b'],
])('%s cannot be dropped on %s', (dragged, key) => {
  expect(dropOn(menu, dragged, key, 0.5)).toBeNull();
});
