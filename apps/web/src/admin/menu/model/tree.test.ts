import { expect, test } from 'vitest';
import { type Entry, find, insert, missingIn, move, newEntry, remove, stepPlace, treeOf } from './tree';

const entry = (key: string, ...items: Entry[]): Entry => ({ ...newEntry(), key, title: { en: key, it: '' }, items });
const shape = (items: readonly Entry[]): string =>
  items.map(({ key, items: below }) => (below.length > 0 ? `${key}(${shape(below)})` : key)).join(' ');

const menu = () => [entry('a', entry('b', entry('c')), entry('d')), entry('e'), entry('f', entry('g'))];

test.each([
  ['e', { parentKey: null, index: 0 }, 'e a(b(c) d) f(g)'],
  ['a', { parentKey: null, index: 2 }, 'e a(b(c) d) f(g)'],
  ['e', { parentKey: 'b', index: 1 }, 'a(b(c e) d) f(g)'],
  ['d', { parentKey: 'a', index: 0 }, 'a(d b(c)) e f(g)'],
  ['c', { parentKey: null, index: 3 }, 'a(b d) e f(g) c'],
])('moves %s to %j', (key, place, after) => {
  expect(shape(move(menu(), key, place))).toBe(after);
});

test.each([
  ['into itself', 'a', { parentKey: 'b', index: 0 }],
  ['below a fourth level', 'a', { parentKey: 'e', index: 0 }],
  ['below the third level', 'e', { parentKey: 'c', index: 0 }],
])('moves nothing %s', (_, key, place) => {
  expect(shape(move(menu(), key, place))).toBe(shape(menu()));
});

test.each([
  ['b', 'up', null],
  ['b', 'down', 'a(d b(c)) e f(g)'],
  ['e', 'in', 'a(b(c) d e) f(g)'],
  ['f', 'in', 'a(b(c) d) e(f(g))'],
  ['a', 'in', null],
  ['c', 'out', 'a(b c d) e f(g)'],
  ['d', 'out', 'a(b(c)) d e f(g)'],
  ['e', 'out', null],
] as const)('%s one step %s: %s', (key, step, after) => {
  const place = stepPlace(menu(), key, step);
  expect(place && shape(move(menu(), key, place))).toBe(after);
});

test('inserts, removes and finds on each level', () => {
  const more = insert(menu(), entry('h'), { parentKey: 'f', index: 1 });
  expect(shape(more)).toBe('a(b(c) d) e f(g h)');
  expect(find(more, 'c')?.above.map(({ key }) => key)).toEqual(['a', 'b']);
  expect(shape(remove(more, 'b'))).toBe('a(d) e f(g h)');
  expect(find(more, 'z')).toBeNull();
});

test('sends three levels, without what only the editor shows', () => {
  const [first] = treeOf(menu());
  expect(first).not.toHaveProperty('key');
  expect(first?.items[0]?.items[0]).toMatchObject({ title: { en: 'c' }, items: [] });
});

test('counts missing titles', () => {
  expect([missingIn(menu(), 'en'), missingIn(menu(), 'it')]).toEqual([0, 7]);
});
