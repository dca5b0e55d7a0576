/** References of an import's rows, to items of the file or of an earlier import. */
import type { Queries } from '../../../../db/database';
import type { CheckedFile, Problem } from './check';
import { findUsedIds, type findKnown } from './store';

type AllKnown = Awaited<ReturnType<typeof findKnown>>;
const MAX_LEVEL = 3;

/** @param report called with each reference to a missing item */
export async function checkReferences(
  db: Queries,
  file: CheckedFile,
  known: AllKnown,
  report: (problem: Problem) => void,
): Promise<void> {
  const keysOf = (list: 'brands' | 'skins' | 'contents') =>
    new Set([...known[list].keys(), ...file[list].map(({ body }) => body.key)]);
  const contents = keysOf('contents');
  const named = [
    ['category', 'category', checkCategories(file, known, report)],
    ['brand', 'brand', keysOf('brands')],
    ['skin', 'skin', keysOf('skins')],
    ['group', 'content', contents],
    ['place', 'content', contents],
    ['related', 'content', contents],
  ] as const;
  for (const { place, body } of file.contents)
    for (const [field, what, keys] of named)
      for (const key of [body[field] ?? []].flat())
        if (!keys.has(key)) report({ place, field, message: `There is no ${what} «${key}»` });
  for (const { place, body } of file.contents)
    for (const [field, key] of shownBy(body))
      if (!contents.has(key)) report({ place, field, message: `There is no content «${key}»` });
  checkRelated(file, report);
  checkModelCodes(file, known, report);
  await checkIds(db, file, known, report);
}

/** The contents that a camera shows: by items of scenes, and by points of views. */
const shownBy = ({ items, views }: CheckedFile['contents'][number]['body']) => [
  ...(items ?? []).flatMap(({ content }) => (content ? [['items', content] as const] : [])),
  ...(views ?? []).flatMap(({ points }) => points.map(({ content }) => ['views', content] as const)),
];

function checkRelated({ contents }: CheckedFile, report: (problem: Problem) => void) {
  for (const { place, body } of contents) {
    if (new Set(body.related).size < (body.related?.length ?? 0))
      report({ place, field: 'related', message: 'Listed twice' });
    if (body.related?.includes(body.key)) report({ place, field: 'related', message: 'It refers to itself' });
  }
}

/** A company has one catalogue of a code. */
function checkModelCodes({ categories }: CheckedFile, known: AllKnown, report: (problem: Problem) => void) {
  const codes = new Map([...known.categories].map(([key, { modelCode }]) => [key, modelCode]));
  for (const { body } of categories) if (body.modelCode !== undefined) codes.set(body.key, body.modelCode);
  for (const { place, body } of categories) {
    const isTwice = [...codes].some(([key, code]) => code === body.modelCode && key !== body.key);
    if (body.modelCode && isTwice) report({ place, field: 'modelCode', message: 'Another category has it' });
  }
}

/** The given id of a category must be free. */
async function checkIds(db: Queries, { categories }: CheckedFile, known: AllKnown, report: (problem: Problem) => void) {
  const ids = categories.flatMap(({ body }) => body.id ?? []);
  const used = await findUsedIds(db, ids);
  for (const [index, { place, body }] of categories.entries()) {
    const { id, key } = body;
    if (id === undefined) continue;
    const own = known.categories.get(key)?.id;
    if (own !== undefined && own !== id) report({ place, field: 'id', message: 'It cannot change' });
    const isTwice = categories.some((other, at) => at < index && other.body.id === id);
    if (isTwice || (used.has(id) && own !== id)) report({ place, field: 'id', message: 'Another category has it' });
  }
}

/** @returns the keys of all existing and new categories */
function checkCategories({ categories }: CheckedFile, known: AllKnown, report: (problem: Problem) => void) {
  const levels = new Map([...known.categories].map(([key, { level }]) => [key, level]));
  const idOf = (key: string | null | undefined) => (key ? (known.categories.get(key)?.id ?? 0) : null);
  for (const { place, body } of categories) {
    const { key, parent } = body;
    const above = parent ? levels.get(parent) : 0;
    if (above === undefined)
      report({ place, field: 'parent', message: `There is no category «${parent}» before this one` });
    if (above === MAX_LEVEL) report({ place, field: 'parent', message: `More than ${MAX_LEVEL} levels` });
    const before = known.categories.get(key);
    if (before && before.parentId !== idOf(parent)) report({ place, field: 'parent', message: 'It cannot move' });
    levels.set(key, (above ?? 0) + 1);
  }
  return new Set(levels.keys());
}
