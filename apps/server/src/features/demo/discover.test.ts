import { access } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { places } from '../../config/places';
import { demoBrands, demoCategories, demoContents } from './discover';

const keysOf = (of: readonly { readonly key: string }[]) => of.map(({ key }) => key);

test('what visitors find on a new server names only what is there, in both languages', async () => {
  for (const { key, category, brand, picture, related = [], en, it } of demoContents) {
    expect(keysOf(demoCategories), key).toContain(category);
    expect(keysOf(demoBrands), key).toContain(brand);
    expect(keysOf(demoContents), key).toEqual(expect.arrayContaining([...related]));
    expect(
      [...en, ...it].filter((words) => words.trim() === ''),
      key,
    ).toEqual([]);
    await access(join(places.demo, `${picture}.webp`));
  }
  expect(keysOf(demoCategories)).toEqual(expect.arrayContaining(demoCategories.flatMap(({ parent }) => parent ?? [])));
  for (const layer of demoCategories.flatMap(({ layer }) => layer ?? []))
    await access(join(places.demo, `${layer}.kml`));
  expect(new Set(keysOf(demoContents)).size).toBe(demoContents.length);
});
