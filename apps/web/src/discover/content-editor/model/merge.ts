/** Three-way merge of a content that two people have changed. */
import { type FieldKey, fieldKeys } from './fields';
import { type FieldValue, isSame, type Values } from './values';

export interface Conflict {
  readonly key: FieldKey;
  readonly mine: FieldValue;
  readonly theirs: FieldValue;
}

/**
 * What only one of them has changed is taken from that one; what both changed in the same way is the same.
 * @param base what both began with
 * @returns with their values where both changed a field in different ways, and these fields
 */
export function merge(
  base: Values,
  mine: Values,
  theirs: Values,
): { readonly merged: Values; readonly conflicts: readonly Conflict[] } {
  const conflicts: Conflict[] = [];
  const merged = Object.fromEntries(
    fieldKeys.map((key): [FieldKey, FieldValue] => {
      if (isSame(mine[key], base[key])) return [key, theirs[key]];
      if (isSame(theirs[key], base[key])) return [key, mine[key]];
      if (!isSame(mine[key], theirs[key])) conflicts.push({ key, mine: mine[key], theirs: theirs[key] });
      return [key, theirs[key]];
    }),
  ) as Values;
  return { merged, conflicts };
}

/** The merged values with the user's choice for each conflict. */
export const withChoices = (merged: Values, conflicts: readonly Conflict[], mine: ReadonlySet<FieldKey>): Values => ({
  ...merged,
  ...(Object.fromEntries(
    conflicts.filter(({ key }) => mine.has(key)).map((conflict) => [conflict.key, conflict.mine]),
  ) as Partial<Values>),
});
