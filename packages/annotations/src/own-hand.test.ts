import type { DrawingEntry } from '@earth/contracts';
import { SimulatedClock } from 'xstate';
import { expect, test } from 'vitest';
import { createOwnHand, FRAME_MS } from './own-hand';

function createHand() {
  const clock = new SimulatedClock();
  const given: (readonly DrawingEntry[])[] = [];
  return { clock, given, hand: createOwnHand(clock, (entries) => void given.push(entries)) };
}

test('the first point is emitted at once, and the points of a frame together with the next', () => {
  const { clock, given, hand } = createHand();
  hand.move([[1, 1]]);
  hand.move([[2.04, 2]]);
  hand.move([
    [3.06, 3],
    [4, 4],
  ]);
  expect(given).toEqual([[{ op: 'move', points: [[1, 1]] }]]);
  clock.increment(FRAME_MS);
  expect(given[1]).toEqual([
    {
      op: 'move',
      points: [
        [2, 2],
        [3.1, 3],
        [4, 4],
      ],
    },
  ]);
  clock.increment(10 * FRAME_MS);
  expect(given).toHaveLength(2);
});

test('pressures are emitted beside the points only if the pen reports them', () => {
  const { given, hand } = createHand();
  hand.move([[1, 1, 0]]);
  hand.move([
    [2.04, 2, 40],
    [3, 3, 100],
  ]);
  hand.flush();
  hand.move([[4, 4]]);
  expect(given.flat()).toEqual([
    { op: 'move', points: [[1, 1]], pressures: [0] },
    {
      op: 'move',
      points: [
        [2, 2],
        [3, 3],
      ],
      pressures: [40, 100],
    },
    { op: 'move', points: [[4, 4]] },
  ]);
});

test('of several texts within a frame only the last is emitted; flush leaves nothing pending', () => {
  const { given, hand } = createHand();
  for (const text of ['V', 'Va', 'Valve']) hand.write(text);
  hand.move([[5, 5]]);
  hand.flush();
  expect(given).toEqual([
    [{ op: 'write', text: 'V' }],
    [
      { op: 'move', points: [[5, 5]] },
      { op: 'write', text: 'Valve' },
    ],
  ]);
});
