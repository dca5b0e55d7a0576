/** What the rows of an import name: things of the file, or of an earlier import. */
import type { Queries } from '../../../db/database';
import type { CheckedFile, Problem } from './check';
import { findParts, type findKnown } from './store';

type AllKnown = Awaited<ReturnType<typeof findKnown>>;
const MAX_LEVEL = 3;

/** @param found is told of what is named and not there */
export async function checkReferences(
  db: Queries,
  file: CheckedFile,
  known: AllKnown,
  found: (problem: Problem) => void,
): Promise<void> {
  const keysOf = (list: 'brands' | 'skins' | 'contents') =>
    new Set([...known[list].keys(), ...file[list].map(({ body }) => body.key)]);
  const keys = { brand: keysOf('brands'), skin: keysOf('skins'), content: keysOf('contents') };
  const categories = checkCategories(file, known, found);
  const groups = new Map(file.contents.map(({ body }) => [body.key, body.group ?? null]));
  const ids = file.contents.flatMap(({ body: { group } }) => (group ? (known.contents.get(group)?.id ?? []) : []));
  const parts = await findParts(db, ids);
  for (const { place, body } of file.contents) {
    const missing = (field: string, key: string, what: string) =>
      found({ place, field, says: `There is no ${what} «${key}»` });
    if (body.category && !categories.has(body.category)) missing('category', body.category, 'category');
    if (body.brand && !keys.brand.has(body.brand)) missing('brand', body.brand, 'brand');
    if (body.skin && !keys.skin.has(body.skin)) missing('skin', body.skin, 'skin');
    for (const field of ['group', 'place'] as const) {
      const key = body[field];
      if (key && !keys.content.has(key)) missing(field, key, 'content');
    }
    for (const key of body.related ?? []) if (!keys.content.has(key)) missing('related', key, 'content');
    if (new Set(body.related).size < (body.related?.length ?? 0))
      found({ place, field: 'related', says: 'The same one twice' });
    const { group } = body;
    if (!group) continue;
    const isPart = groups.has(group) ? groups.get(group) !== null : parts.has(known.contents.get(group)?.id ?? 0);
    if (group === body.key || isPart) found({ place, field: 'group', says: `«${group}» is a part itself` });
  }
}

/** @returns the keys of all that there are */
function checkCategories({ categories }: CheckedFile, known: AllKnown, found: (problem: Problem) => void) {
  const levels = new Map([...known.categories].map(([key, { level }]) => [key, level]));
  const idOf = (key: string | null | undefined) => (key ? (known.categories.get(key)?.id ?? 0) : null);
  for (const { place, body } of categories) {
    const { key, parent } = body;
    const above = parent ? levels.get(parent) : 0;
    if (above === undefined)
      found({ place, field: 'parent', says: `There is no category «${parent}» before this one` });
    if (above === MAX_LEVEL) found({ place, field: 'parent', says: `More than ${MAX_LEVEL} levels` });
    const before = known.categories.get(key);
    if (before && before.parentId !== idOf(parent)) found({ place, field: 'parent', says: 'It cannot move' });
    levels.set(key, (above ?? 0) + 1);
  }
  return new Set(levels.keys());
}
