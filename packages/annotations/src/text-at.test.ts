import type { ColoredStroke } from './drawing-view';
import { expect, test } from 'vitest';
import { textAt } from './text-at';

const text = (words: string, x: number, y: number) =>
  ({ key: words, tool: 'text', text: words, points: [[x, y]], width: 4 }) as unknown as ColoredStroke;
/** Characters of 20 px, each half as wide. */
const hit = (x: number, y: number) =>
  textAt([text('Valve 2', 100, 100), text('Seal', 150, 100)], [x, y], (words, size) => (words.length * size) / 2)?.text;

test('a text is hit with a margin, the topmost first', () => {
  expect(hit(105, 110)).toBe('Valve 2');
  expect(hit(92, 92)).toBe('Valve 2');
  expect(hit(160, 110)).toBe('Seal');
  expect(hit(195, 130)).toBe('Seal');
  for (const [x, y] of [
    [85, 110],
    [105, 85],
    [105, 140],
    [205, 110],
  ] as const)
    expect(hit(x, y)).toBeUndefined();
});
