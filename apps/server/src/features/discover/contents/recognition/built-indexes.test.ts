import { expect, test } from 'vitest';
import { createBuiltIndexes } from './built-indexes';

const bytes = (value: number) => new Uint8Array([value]);

test('callers of one index share its build, also while it runs', async () => {
  const builtIndexes = createBuiltIndexes();
  let builds = 0;
  const build = async () => {
    builds += 1;
    return await Promise.resolve(bytes(builds));
  };
  expect(await Promise.all([builtIndexes('a', build), builtIndexes('a', build)])).toEqual([bytes(1), bytes(1)]);
  expect(await builtIndexes('a', build)).toEqual(bytes(1));
  expect(await builtIndexes('b', build)).toEqual(bytes(2));
});

test('forgets the index that was asked for longest ago', async () => {
  const builtIndexes = createBuiltIndexes(2);
  const builds: string[] = [];
  const ask = (key: string) =>
    builtIndexes(key, async () => {
      builds.push(key);
      return await Promise.resolve(bytes(0));
    });
  for (const key of ['a', 'b', 'a', 'c', 'a', 'b']) await ask(key);
  expect(builds).toEqual(['a', 'b', 'c', 'b']);
});

test('a build that failed is tried again', async () => {
  const builtIndexes = createBuiltIndexes();
  await expect(builtIndexes('a', () => Promise.reject(new Error('busy')))).rejects.toThrow('busy');
  expect(await builtIndexes('a', () => Promise.resolve(bytes(1)))).toEqual(bytes(1));
});
