import { expect, test } from 'vitest';
import { similarityWord } from './similarity';

test('what is this product is not called little similar to it', () => {
  expect([similarityWord(50, true), similarityWord(96, true)]).toEqual(['similar', 'almostIdentical']);
});

test('a similarity has a word, from almost identical to little', () => {
  expect([96, 90, 88, 81, 64, 52, 0].map((percent) => similarityWord(percent))).toEqual([
    'almostIdentical',
    'almostIdentical',
    'verySimilar',
    'verySimilar',
    'similar',
    'littleSimilar',
    'littleSimilar',
  ]);
});
