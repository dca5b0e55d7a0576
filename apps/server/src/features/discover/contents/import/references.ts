/** What the rows of an import name: things of the file, or of an earlier import. */
import type { Queries } from '../../../../db/database';
import type { CheckedFile, Problem } from './check';
import { findTakenIds, type findKnown } from './store';

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
  const contents = keysOf('contents');
  const named = [
    ['category', 'category', checkCategories(file, known, found)],
    ['brand', 'brand', keysOf('brands')],
    ['skin', 'skin', keysOf('skins')],
    ['group', 'content', contents],
    ['place', 'content', contents],
    ['related', 'content', contents],
  ] as const;
  for (const { place, body } of file.contents)
    for (const [field, what, keys] of named)
      for (const key of [body[field] ?? []].flat())
        if (!keys.has(key)) found({ place, field, says: `There is no ${what} «${key}»` });
  checkRelated(file, found);
  await checkIds(db, file, known, found);
}

function checkRelated({ contents }: CheckedFile, found: (problem: Problem) => void) {
  for (const { place, body } of contents) {
    if (new Set(body.related).size < (body.related?.length ?? 0))
      found({ place, field: 'related', says: 'The same one twice' });
    if (body.related?.includes(body.key)) found({ place, field: 'related', says: 'It is this one itself' });
  }
}

/** An id that a category is to have is its own. */
async function checkIds(db: Queries, { categories }: CheckedFile, known: AllKnown, found: (problem: Problem) => void) {
  const ids = categories.flatMap(({ body }) => body.id ?? []);
  const taken = await findTakenIds(db, ids);
  for (const [index, { place, body }] of categories.entries()) {
    const { id, key } = body;
    if (id === undefined) continue;
    const own = known.categories.get(key)?.id;
    if (own !== undefined && own !== id) found({ place, field: 'id', says: 'It cannot change' });
    const isTwice = categories.some((other, at) => at < index && other.body.id === id);
    if (isTwice || (taken.has(id) && own !== id)) found({ place, field: 'id', says: 'Another category has it' });
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
