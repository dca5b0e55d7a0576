/** What is wrong with the values of the editor, by field. */
import type { Draft } from './draft';
import { type FieldKey, fieldKeys, fieldOf, problemOf, type TextProblem } from './fields';
import type { FileProblem } from './files';
import { textIn } from './values';

export type Problem = TextProblem | FileProblem | 'wrongPlace';
export type Problems = Readonly<Partial<Record<FieldKey, { readonly text: Problem } | { readonly words: string }>>>;

/**
 * What is wrong before saving.
 * @param edited a stored date cannot be removed
 * @param shown the problems that are shown: the values have no half typed place, but the former one
 */
export function problemsIn({ base, values }: Pick<Draft, 'base' | 'values'>, shown: Problems): Problems {
  const wrong = fieldKeys.flatMap((key) => {
    const isEmptied = key === 'date' && textIn(base, key) !== '' && textIn(values, key) === '';
    const text = isEmptied ? 'fillOut' : problemOf(fieldOf(key).field, textIn(values, key));
    return text ? [[key, { text }] as const] : [];
  });
  return { ...Object.fromEntries(wrong), ...(shown.place && { place: shown.place }) };
}
