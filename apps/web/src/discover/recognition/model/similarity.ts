/** The words for a similarity in per cent. */
export type SimilarityWord = 'almostIdentical' | 'verySimilar' | 'similar' | 'littleSimilar';

/** Of what is this product. */
const STEPS: readonly (readonly [from: number, word: SimilarityWord])[] = [
  [90, 'almostIdentical'],
  [75, 'verySimilar'],
];

/** @param isMatch it is this product: then it is similar at least; another product is similar at most */
export function similarityWord(percent: number, isMatch: boolean): SimilarityWord {
  if (!isMatch) return percent >= 60 ? 'similar' : 'littleSimilar';
  return STEPS.find(([from]) => percent >= from)?.[1] ?? 'similar';
}
