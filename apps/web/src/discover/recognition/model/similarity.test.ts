import { expect, test } from 'vitest';
import { similarityWord } from './similarity';

test('what is this product is not called little similar to it', () => {
  expect([96, 90, 88, 75, 64, 50].map((percent) => similarityWord(percent, true))).toEqual([
    'almostIdentical',
    'almostIdentical',
    'verySimilar',
    'verySimilar',
    'similar',
    'similar',
  ]);
});

test('what is another product is not called more than similar, however like it is', () => {
  expect([96, 60, 59, 20, 19, 0].map((percent) => similarityWord(percent, false))).toEqual([
    'similar',
    'similar',
    'littleSimilar',
    'littleSimilar',
    'notSimilar',
    'notSimilar',
  ]);
});
