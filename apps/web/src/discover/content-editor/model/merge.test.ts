/** What happens to the changes of two people. */
import { expect, test } from 'vitest';
import { merge, withChoices } from './merge';
import { emptyValues, type Values } from './values';

const base: Values = {
  ...emptyValues,
  'en.title': 'Arch',
  'it.title': 'Arco',
  webUrl: 'https://museum.example/',
  image: { url: '/media/1/full.jpg?e=1&s=a' },
};

test('fields that only one of them changed are merged without a question', () => {
  const mine = { ...base, 'en.title': 'Arch of Titus' };
  const theirs = { ...base, 'it.title': 'Arco di Tito', webUrl: '' };
  expect(merge(base, mine, theirs)).toEqual({
    merged: { ...base, 'en.title': 'Arch of Titus', 'it.title': 'Arco di Tito', webUrl: '' },
    conflicts: [],
  });
});

test('a field that both changed in the same way is no conflict', () => {
  const both = { ...base, 'en.title': 'Arch of Titus' };
  expect(merge(base, both, { ...both, 'en.title': 'Arch of Titus ' }).conflicts).toEqual([]);
});

test('a field that both changed is a conflict; each choice decides only its own field', () => {
  const mine = { ...base, 'en.title': 'Mine', webUrl: 'https://mine.example/' };
  const theirs = { ...base, 'en.title': 'Theirs', webUrl: 'https://theirs.example/' };
  const { merged, conflicts } = merge(base, mine, theirs);
  expect(conflicts).toEqual([
    { key: 'en.title', mine: 'Mine', theirs: 'Theirs' },
    { key: 'webUrl', mine: 'https://mine.example/', theirs: 'https://theirs.example/' },
  ]);
  expect(withChoices(merged, conflicts, new Set(['webUrl'] as const))).toEqual({
    ...base,
    'en.title': 'Theirs',
    webUrl: 'https://mine.example/',
  });
});

test('the same file under another signature is unchanged; another file is not', () => {
  const signedAnew = { ...base, image: { url: '/media/1/full.jpg?e=2&s=b' } };
  const mine = { ...base, image: null };
  expect(merge(base, mine, signedAnew)).toMatchObject({ merged: { image: null }, conflicts: [] });
  const replaced = { ...base, image: { url: '/media/2/full.jpg' } };
  expect(merge(base, mine, replaced).conflicts).toEqual([{ key: 'image', mine: null, theirs: replaced.image }]);
});
