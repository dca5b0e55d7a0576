import { expect, test } from 'vitest';
import { testEntry } from '../../../testing/contents';
import { categoryPaths } from './category-paths';

test('entries are named by their path; those of an offline menu are left out', () => {
  const painting = { ...testEntry({ id: 3, title: 'Painting' }), items: [] };
  const menu = [testEntry({ id: 2, title: 'Art', items: [painting] }), testEntry({ id: -1, title: 'Offline' })];
  expect(categoryPaths(menu)).toEqual([
    { value: '2', label: 'Art' },
    { value: '3', label: 'Art › Painting' },
  ]);
});
