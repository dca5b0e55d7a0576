/** The words for a similarity in per cent. */
export type SimilarityWord = 'almostIdentical' | 'verySimilar' | 'similar' | 'littleSimilar';

const STEPS: readonly (readonly [from: number, word: SimilarityWord])[] = [
  [90, 'almostIdentical'],
  [75, 'verySimilar'],
  [60, 'similar'],
];

export const similarityWord = (percent: number): SimilarityWord =>
  STEPS.find(([from]) => percent >= from)?.[1] ?? 'littleSimilar';
