import { expect, test } from 'vitest';
import { mergeLabels, parseLabels, tagsIn, textOfLabels } from './labels';

const labels = (reference: string, ...tags: string[]) => ({ reference, tags });

test('what is written can be read, with fields of a later version too, and nothing else can', () => {
  const written = labels('ORD-1', 'leak', 'seal');
  expect(parseLabels(textOfLabels(written))).toEqual(written);
  expect(parseLabels('{"version":9,"reference":"A","colour":"red"}')).toEqual(labels('A'));
  for (const text of ['plain', '7', 'null', '{"tags":"leak"}', '{"reference":{}}', '[]'])
    expect(parseLabels(text)).toBeNull();
});

test('what others wrote too long is cut', () => {
  const many = {
    reference: 'r'.repeat(5000),
    tags: Array.from({ length: 500 }, (_, index) => `${index}${'t'.repeat(500)}`),
  };
  const read = parseLabels(JSON.stringify(many));
  expect(read?.reference).toHaveLength(100);
  expect(read?.tags.map((tag) => tag.length)).toEqual(Array.from({ length: 10 }, () => 40));
});

test('tags are separated by commas, and each counts once', () => {
  expect(tagsIn(' leak,  Seal  ring;leak, LEAK,, ')).toEqual(['leak', 'Seal ring']);
});

test.each([
  ['each changed another part', labels('B', 'leak'), labels('A', 'leak', 'seal'), labels('B', 'leak', 'seal'), false],
  [
    'both added tags',
    labels('A', 'leak', 'mine'),
    labels('A', 'leak', 'theirs'),
    labels('A', 'leak', 'theirs', 'mine'),
    false,
  ],
  ['one removed a tag that the other kept', labels('A'), labels('A', 'leak', 'seal'), labels('A', 'seal'), false],
  ['both wrote the same reference', labels('B', 'leak'), labels('B', 'leak'), labels('B', 'leak'), false],
  ['both changed the reference', labels('B', 'leak'), labels('C', 'leak'), labels('B', 'leak'), true],
] as const)('merges what two controllers wrote: %s', (_, mine, theirs, merged, isConflict) => {
  expect(mergeLabels(labels('A', 'leak'), mine, theirs)).toEqual({ labels: merged, isConflict });
});
