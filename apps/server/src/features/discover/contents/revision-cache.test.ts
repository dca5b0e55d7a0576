import { beforeEach, expect, test } from 'vitest';
import { createRevisionCache } from './revision-cache';

const few = { maxEntries: 2, maxCharacters: 100, charactersOf: (value: string) => value.length };
let cache: ReturnType<typeof createRevisionCache<string>>;
let reads: string[];
beforeEach(() => {
  cache = createRevisionCache(few);
  reads = [];
});

const read = (key: string, { revision = '1', value = key } = {}) =>
  cache(revision, key, () => {
    reads.push(key);
    return Promise.resolve(value);
  });

test('does not read a value again until something changes', async () => {
  expect([await read('a'), await read('a'), await read('a', { revision: '2', value: 'new' })]).toEqual([
    'a',
    'a',
    'new',
  ]);
  expect(reads).toEqual(['a', 'a']);
});

test('still answers from its entries if it is full', async () => {
  await read('a');
  await read('b');
  await read('a');
  await read('b');
  expect(reads).toEqual(['a', 'b']);
  await read('c');
  await read('a');
  expect(reads).toEqual(['a', 'b', 'c', 'a']);
});

test.each([
  ['values', 'a', 'x'.repeat(100)],
  ['names', 'x'.repeat(100), 'a'],
])('does not cache long %s', async (_, key, value) => {
  await read(key, { value });
  await read(key, { value });
  expect(reads).toEqual([key, key]);
});

test('reads a value again if it could not be read', async () => {
  await expect(cache('1', 'a', () => Promise.reject(new Error('away')))).rejects.toThrow('away');
  expect(await read('a')).toBe('a');
});
