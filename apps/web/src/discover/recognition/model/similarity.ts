/** The words for a similarity in per cent. */
export type SimilarityWord = 'almostIdentical' | 'verySimilar' | 'similar' | 'littleSimilar' | 'notSimilar';

type Steps = readonly (readonly [from: number, word: SimilarityWord])[];
const MATCH_STEPS: Steps = [
  [90, 'almostIdentical'],
  [75, 'verySimilar'],
];
const OTHER_STEPS: Steps = [
  [60, 'similar'],
  [20, 'littleSimilar'],
];

/** @param isMatch it is this product: then it is similar at least; another product is similar at most */
export function similarityWord(percent: number, isMatch: boolean): SimilarityWord {
  const steps = isMatch ? MATCH_STEPS : OTHER_STEPS;
  return steps.find(([from]) => percent >= from)?.[1] ?? (isMatch ? 'similar' : 'notSimilar');
}
