/** The words for a similarity in per cent. */
export type SimilarityWord = 'almostIdentical' | 'verySimilar' | 'similar' | 'littleSimilar';

const STEPS: readonly (readonly [from: number, word: SimilarityWord])[] = [
  [90, 'almostIdentical'],
  [75, 'verySimilar'],
  [60, 'similar'],
];

/** @param isMatch it is this product: then it is similar at least */
export const similarityWord = (percent: number, isMatch = false): SimilarityWord =>
  STEPS.find(([from]) => percent >= from)?.[1] ?? (isMatch ? 'similar' : 'littleSimilar');
