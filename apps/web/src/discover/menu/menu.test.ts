import { expect, test } from 'vitest';
import { testEntry } from '../../testing/contents';
import { linkTo, type Entry, filtersOf, findEntry } from './menu';

const entry = (id: number, over: Partial<Entry> = {}): Entry => ({
  ...testEntry({ id, title: `Entry ${id}` }),
  ...over,
});

test.each([
  ['its own address', entry(1, { code: '/preferiti', items: [entry(2)] }), { to: '/preferiti' }],
  [
    'the map screen, which is told of whose map it is',
    entry(1, { code: '/content-kml' }),
    { to: '/content-kml', search: { cid: 1 } },
  ],
  ['its contents where it has no children', entry(1), { to: '/content-list/', search: { cid: 1 } }],
  ['a sub-menu where it has some', entry(1, { items: [entry(2)] }), { to: '/menu-list/', search: { cid: 1 } }],
  [
    'its contents where what it names leads elsewhere',
    entry(1, { code: 'https://elsewhere.example' }),
    { to: '/content-list/', search: { cid: 1 } },
  ],
])('D2.15, D2.16, D2.26: a menu entry opens %s', (_, item, address) => {
  expect(linkTo(item)).toEqual(address);
});

test('finds an entry on any level, and lists the category of its level', () => {
  const deep = entry(3, { catIndex: 3 });
  const menu = [entry(1), entry(2, { items: [entry(4, { catIndex: 2, items: [deep] })] })];
  const found = findEntry(menu, ({ id }) => id === 3);
  expect(found).toBe(deep);
  expect(filtersOf(deep)).toEqual({ c3: [3] });
  expect(filtersOf(entry(4, { catIndex: 2 }))).toEqual({ c2: [4] });
  expect(filtersOf(entry(1))).toEqual({ c1: [1] });
  expect(findEntry(menu, ({ id }) => id === 9)).toBeUndefined();
});
