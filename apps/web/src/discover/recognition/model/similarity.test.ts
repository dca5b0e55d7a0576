import { expect, test } from 'vitest';
import { similarityWord } from './similarity';

test('a similarity has a word, from almost identical to little', () => {
  expect([96, 90, 88, 81, 64, 52, 0].map(similarityWord)).toEqual([
    'almostIdentical',
    'almostIdentical',
    'verySimilar',
    'verySimilar',
    'similar',
    'littleSimilar',
    'littleSimilar',
  ]);
});
