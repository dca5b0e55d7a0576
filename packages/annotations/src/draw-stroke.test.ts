import type { ColoredStroke, PenPoint } from './drawing-view';
import { expect, test } from 'vitest';
import { type Canvas2d, drawStroke } from './draw-stroke';

interface Circle {
  readonly x: number;
  readonly radius: number;
}

/** The circles filled in the author's colour, from left to right, the path of a line, and how often it is drawn. */
function drawPen(points: readonly PenPoint[]) {
  const filled: Circle[] = [];
  let path: Circle[] = [];
  const way: (readonly [step: string, ...numbers: number[]])[] = [];
  let lines = 0;
  const canvas = {
    fillStyle: '',
    beginPath: () => (path = []),
    moveTo: (...to: number[]) => void way.push(['move', ...to]),
    lineTo: (...to: number[]) => void way.push(['line', ...to]),
    quadraticCurveTo: (...to: number[]) => void way.push(['curve', ...to]),
    closePath: () => {},
    arc: (x: number, _y: number, radius: number) => void path.push({ x, radius }),
    fill: () => void (canvas.fillStyle === 'pink' && filled.push(...path)),
    stroke: () => (lines += 1),
  };
  const stroke: ColoredStroke = {
    key: '',
    tool: 'pen',
    width: 10,
    text: '',
    number: 0,
    isOpen: false,
    color: 'pink',
    points,
  };
  drawStroke(canvas as unknown as Canvas2d, stroke);
  return { lines, way, circles: filled.toSorted((one, other) => one.x - other.x) };
}

test('higher pressure gives a wider line, with smooth transitions', () => {
  const { circles, lines } = drawPen([
    [0, 0, 0],
    [100, 0, 50],
    [200, 0, 100],
  ]);
  expect(lines).toBe(0);
  const radii = circles.map(({ radius }) => radius);
  expect([radii[0], radii.at(-1)]).toEqual([expect.closeTo(1.75), expect.closeTo(8.25)]);
  expect(radii).toEqual(radii.toSorted((one, other) => one - other));
  expect(circles.some(({ x, radius }) => x > 50 && x < 100 && radius > 3 && radius < 5)).toBe(true);
});

test('half pressure gives the width of a line without pressure, and a tap is a dot', () => {
  const { circles } = drawPen([[7, 7, 50]]);
  expect(circles).toHaveLength(2);
  for (const circle of circles) expect(circle).toEqual({ x: 7, radius: expect.closeTo(5) });
  expect(
    drawPen([
      [0, 0],
      [100, 0],
    ]),
  ).toMatchObject({ circles: [], lines: 3 });
});

test('a line is smooth, and ends where the pen did', () => {
  const { way } = drawPen([
    [0, 0],
    [100, 0],
    [100, 80],
  ]);
  expect(way).toEqual([
    ['move', 0, 0],
    ['curve', 100, 0, 100, 40],
    ['line', 100, 80],
  ]);
});

/** The colours in which the letters of a text or a marker are filled. */
function lettersOf(tool: 'marker' | 'text', color: string) {
  const found: string[] = [];
  const canvas = {
    fillStyle: '',
    strokeStyle: '',
    beginPath: () => {},
    arc: () => {},
    fill: () => {},
    strokeText: () => found.push(canvas.strokeStyle),
    fillText: () => found.push(canvas.fillStyle),
  };
  const stroke: ColoredStroke = {
    key: '',
    tool,
    width: 4,
    text: 'A',
    number: 1,
    isOpen: false,
    color,
    points: [[0, 0]],
  };
  drawStroke(canvas as unknown as Canvas2d, stroke);
  return found;
}

test('letters are readable on each colour: dark on a light one, white on a dark one', () => {
  expect(lettersOf('marker', '#ffd23f')).toEqual(['#131a17']);
  expect(lettersOf('marker', '#131a17')).toEqual(['#ffffff']);
  expect(lettersOf('text', '#ffd23f')).toEqual(['#131a17', '#ffd23f']);
  expect(lettersOf('text', '#131a17')).toEqual(['#ffffff', '#131a17']);
});
