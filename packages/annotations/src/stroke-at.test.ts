import type { DrawingTool } from '@earth/contracts';
import { expect, test } from 'vitest';
import type { ColoredStroke, PenPoint } from './drawing-view';
import { strokeAt } from './stroke-at';

const stroke = (tool: DrawingTool, points: readonly PenPoint[], more: Partial<ColoredStroke> = {}): ColoredStroke => ({
  key: tool,
  tool,
  points,
  width: 4,
  text: '',
  number: 0,
  isOpen: false,
  color: '#ff7ab8',
  ...more,
});
const hits = (strokes: readonly ColoredStroke[], x: number, y: number) =>
  strokeAt(strokes, [x, y], 10, (words, size) => (words.length * size) / 2)?.key;

const corners: readonly PenPoint[] = [
  [100, 100],
  [300, 200],
];

test.each([
  ['pen', 200, 150, true],
  ['pen', 200, 165, false],
  ['arrow', 200, 158, true],
  ['rectangle', 200, 110, true],
  ['rectangle', 304, 150, true],
  // Inside of a shape is the picture.
  ['rectangle', 200, 150, false],
  ['ellipse', 200, 108, true],
  ['ellipse', 102, 102, false],
  ['ellipse', 200, 150, false],
  ['marker', 100, 123, true],
  ['marker', 100, 125, false],
] as const)('a %s at %i, %i is reached: %s', (tool, x, y, isReached) => {
  expect(hits([stroke(tool, tool === 'marker' ? corners.slice(0, 1) : corners)], x, y)).toBe(
    isReached ? tool : undefined,
  );
});

test('a dot, and a text with its margin, are reached', () => {
  expect(hits([stroke('pen', [[50, 50]])], 58, 50)).toBe('pen');
  expect(hits([stroke('text', [[100, 100]], { text: 'Valve' })], 145, 110)).toBe('text');
});

test('the topmost counts, and never one that is still being drawn', () => {
  const below = stroke('pen', corners, { key: 'below' });
  const above = stroke('arrow', corners, { key: 'above' });
  expect(hits([below, above], 200, 150)).toBe('above');
  expect(hits([below, { ...above, isOpen: true }], 200, 150)).toBe('below');
  expect(hits([], 200, 150)).toBeUndefined();
});
