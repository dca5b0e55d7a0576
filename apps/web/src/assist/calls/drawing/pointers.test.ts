import type { DrawingSurface, PenPoint } from '@earth/annotations';
import { expect, test } from 'vitest';
import { createPointers } from './pointers';
import type { Tool } from './tools';

/** A picture that is shown at half its size, 10 px from the left. */
function createHand(tool: Tool, isFull = false) {
  const did: string[] = [];
  const at = (point: PenPoint) => point.join();
  const drawing = {
    begin: (_, { tool: what, at: point, width }) => {
      if (!isFull) did.push(`begin ${what} ${at(point)} ${width}`);
      return !isFull;
    },
    move: (points) => did.push(`move ${points.map(at).join(' ')}`),
    end: () => did.push('end'),
    undo: () => did.push('undo'),
    point: (_, point) => did.push(`point ${at(point)}`),
  } satisfies Partial<DrawingSurface> as unknown as DrawingSurface;
  const pointers = createPointers({
    drawing,
    now: () => ({ picId: 'p', tool, lineWidth: 4, step: 4, toPicture: ([x, y]) => [(x - 10) * 2, y * 2] }),
    onMove: (x, y) => did.push(`pan ${x},${y}`),
    onZoom: (by, point) => did.push(`zoom ${by} ${at(point)}`),
    onText: (point) => did.push(`text ${at(point)}`),
    onErase: (point) => did.push(`erase ${at(point)}`),
  });
  return { did, pointers };
}

test('a pen draws in pixels of the picture, without points that are too close', () => {
  const { did, pointers } = createHand('pen');
  pointers.down(1, [10, 0], false);
  pointers.move(1, [
    [11, 0],
    [20, 0],
    [30, 5],
  ]);
  pointers.up(1);
  pointers.move(1, [[50, 50]]);
  expect(did).toEqual(['begin pen 0,0 4', 'move 20,0 40,10', 'end']);
});

test('pressure counts for the pen tool, not for shapes', () => {
  const [pen, arrow] = [createHand('pen'), createHand('arrow')];
  for (const { pointers } of [pen, arrow]) {
    pointers.down(1, [10, 0, 20], false);
    pointers.move(1, [
      [20, 0, 55],
      [30, 5, 90],
    ]);
    pointers.up(1);
  }
  expect(pen.did).toEqual(['begin pen 0,0,20 4', 'move 20,0,55 40,10,90', 'end']);
  expect(arrow.did).toEqual(['begin arrow 0,0 4', 'move 40,10', 'end']);
});

test('of an arrow only its present end is sent', () => {
  const { did, pointers } = createHand('arrow');
  pointers.down(1, [10, 0], false);
  pointers.move(1, [
    [20, 0],
    [30, 5],
  ]);
  pointers.up(1);
  expect(did).toEqual(['begin arrow 0,0 4', 'move 40,10', 'end']);
});

test('two fingers zoom around their middle, and do not draw', () => {
  const { did, pointers } = createHand('pen');
  pointers.down(1, [100, 100], false);
  pointers.down(2, [200, 100], false);
  pointers.move(2, [[300, 100]]);
  pointers.up(1);
  pointers.move(2, [[310, 100]]);
  pointers.up(2);
  expect(did).toEqual(['pan 50,0', 'zoom 2 200,100']);
});

test('a tap draws a dot', () => {
  const { did, pointers } = createHand('marker');
  pointers.down(1, [10, 0], false);
  pointers.up(1);
  expect(did).toEqual(['begin marker 0,0 4', 'end']);
});

test('the stroke of the first of two fingers is undone, unless the log was full', () => {
  const drawTwo = ({ pointers }: ReturnType<typeof createHand>) => {
    pointers.down(1, [10, 0], false);
    pointers.move(1, [[20, 0]]);
    pointers.down(2, [200, 100], false);
  };
  const roomy = createHand('pen');
  drawTwo(roomy);
  expect(roomy.did).toEqual(['begin pen 0,0 4', 'move 20,0', 'end', 'undo']);
  const full = createHand('pen', true);
  drawTwo(full);
  expect(full.did).toEqual([]);
});

test('the laser points while pressed; hand and middle button pan', () => {
  const laser = createHand('laser');
  laser.pointers.move(1, [[0, 0]]);
  laser.pointers.down(1, [10, 10], false);
  laser.pointers.move(1, [[20, 10]]);
  laser.pointers.up(1);
  expect(laser.did).toEqual(['point 0,20', 'point 20,20']);
  const pen = createHand('pen');
  pen.pointers.down(1, [10, 10], true);
  pen.pointers.move(1, [[15, 12]]);
  expect(pen.did).toEqual(['pan 5,2']);
});

test('a tap with the text tool opens a text', () => {
  const { did, pointers } = createHand('text');
  pointers.down(1, [10, 10], false);
  pointers.move(1, [[20, 20]]);
  pointers.up(1);
  expect(did).toEqual(['text 0,20']);
});

test('the eraser reaches each position that it passes, and draws nothing', () => {
  const { did, pointers } = createHand('eraser');
  pointers.down(1, [10, 10], false);
  pointers.move(1, [
    [20, 10],
    [30, 10],
  ]);
  pointers.up(1);
  expect(did).toEqual(['erase 0,20', 'erase 20,20', 'erase 40,20']);
});

test('two fingers with the eraser zoom, and erase nothing', () => {
  const { did, pointers } = createHand('eraser');
  pointers.down(1, [100, 100], false);
  pointers.down(2, [200, 100], false);
  pointers.up(1);
  pointers.up(2);
  expect(did).toEqual([]);
});
