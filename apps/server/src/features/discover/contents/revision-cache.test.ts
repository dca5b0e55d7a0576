import { beforeEach, expect, test } from 'vitest';
import { createRevisionCache } from './revision-cache';

const few = { most: 2, mostLetters: 100, lettersOf: (value: string) => value.length };
let keep: ReturnType<typeof createRevisionCache<string>>;
let reads: string[];
beforeEach(() => {
  keep = createRevisionCache(few);
  reads = [];
});

const ask = (what: string, { revision = '1', value = what } = {}) =>
  keep(revision, what, () => {
    reads.push(what);
    return Promise.resolve(value);
  });

test('what was read is not read again, until something changes', async () => {
  expect([await ask('a'), await ask('a'), await ask('a', { revision: '2', value: 'new' })]).toEqual(['a', 'a', 'new']);
  expect(reads).toEqual(['a', 'a']);
});

test('where it is full, what is there is still answered from it', async () => {
  await ask('a');
  await ask('b');
  await ask('a');
  await ask('b');
  expect(reads).toEqual(['a', 'b']);
  await ask('c');
  await ask('a');
  expect(reads).toEqual(['a', 'b', 'c', 'a']);
});

test.each([
  ['values', 'a', 'x'.repeat(100)],
  ['names', 'x'.repeat(100), 'a'],
])('long %s are not kept', async (_, what, value) => {
  await ask(what, { value });
  await ask(what, { value });
  expect(reads).toEqual([what, what]);
});

test('what could not be read is read again', async () => {
  await expect(keep('1', 'a', () => Promise.reject(new Error('away')))).rejects.toThrow('away');
  expect(await ask('a')).toBe('a');
});
