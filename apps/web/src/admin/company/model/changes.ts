/** What the user has changed in a form, field by field, and how that meets what others have saved meanwhile (three-way merge). */

/** `from`: what was stored when the user began to change the field. */
interface Change<Value> {
  readonly from: Value;
  readonly to: Value;
}

/** Only the fields that differ from what is stored. Plain data: it is also the draft on this device. */
export type Changes<Values> = { readonly [Key in keyof Values]?: Change<Values[Key]> };

/** Texts, among them pictures of megabytes, are compared as they are. */
const isSame = (one: unknown, other: unknown): boolean =>
  one === other || (typeof one === 'object' && JSON.stringify(one) === JSON.stringify(other));

const keysOf = <Values extends object>(values: Values) => Object.keys(values) as (keyof Values)[];

/** A field that is stored like this already is no change any more. */
export function changeFields<Values extends object>(
  stored: Values,
  changes: Changes<Values>,
  part: Partial<Values>,
): Changes<Values> {
  const typed = { ...stored, ...valuesOf(changes), ...part };
  const changed = keysOf(stored).filter((key) => !isSame(typed[key], stored[key]));
  return Object.fromEntries(
    changed.map((key) => [key, { from: (changes[key] ?? { from: stored[key] }).from, to: typed[key] }]),
  ) as Changes<Values>;
}

function valuesOf<Values extends object>(changes: Changes<Values>): Partial<Values> {
  return Object.fromEntries(keysOf(changes).map((key) => [key, changes[key]?.to])) as Partial<Values>;
}

/** What the form shows: what nobody has changed here follows what is stored. */
export const withChanges = <Values extends object>(stored: Values, changes: Changes<Values>): Values => ({
  ...stored,
  ...valuesOf(changes),
});

/** Some of the changes, as changes of what is stored now. */
const changesOf = <Values extends object>(
  stored: Values,
  changes: Changes<Values>,
  keys: readonly (keyof Values)[],
): Changes<Values> =>
  Object.fromEntries(keys.map((key) => [key, { from: stored[key], to: changes[key]?.to }])) as Changes<Values>;

/**
 * The changes that are left when other values are stored.
 * @param saved changes that are in them, unless the user has gone on typing
 */
export function rebase<Values extends object>(
  stored: Values,
  changes: Changes<Values>,
  saved: Changes<Values> = {},
): Changes<Values> {
  const left = keysOf(changes).filter((key) => {
    const to = changes[key]?.to;
    return !isSame(to, stored[key]) && !(key in saved && isSame(to, saved[key]?.to));
  });
  return changesOf(stored, changes, left);
}

/** The fields that both have changed, in different ways. */
export const conflictsIn = <Values extends object>(stored: Values, changes: Changes<Values>): (keyof Values)[] =>
  keysOf(stored).filter((key) => {
    const change = changes[key];
    return change !== undefined && !isSame(stored[key], change.from) && !isSame(stored[key], change.to);
  });

/** The changes after the user has chosen `mine` of the conflicts: what remains is a change of what is stored now. */
export function resolveConflicts<Values extends object>(
  stored: Values,
  changes: Changes<Values>,
  mine: ReadonlySet<keyof Values>,
): Changes<Values> {
  const conflicts = new Set(conflictsIn(stored, changes));
  const kept = keysOf(changes).filter((key) => mine.has(key) || !conflicts.has(key));
  return changesOf(stored, changes, kept);
}
