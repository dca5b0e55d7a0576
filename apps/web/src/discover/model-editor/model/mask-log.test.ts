import { expect, test } from 'vitest';
import {
  areSame,
  begin,
  canRedo,
  canUndo,
  clear,
  EMPTY_LOG,
  end,
  extend,
  redo,
  seenOf,
  type Stroke,
  undo,
} from './mask-log';

const stroke = (x: number): Stroke => ({ erases: false, width: 10, points: [{ x, y: 0 }] });
const drawn = (log = EMPTY_LOG, x = 1) => end(begin(log, stroke(x)));

test('D4.27: a stroke grows until it ends, and is then undone and redone as one', () => {
  const log = end(extend(begin(EMPTY_LOG, stroke(1)), [{ x: 5, y: 0 }]));
  expect(log.steps).toEqual([
    {
      ...stroke(1),
      points: [
        { x: 1, y: 0 },
        { x: 5, y: 0 },
      ],
    },
  ]);
  expect(undo(log).steps).toEqual([]);
  expect(redo(undo(log)).steps).toEqual(log.steps);
});

test('D4.27: undo in the middle of a stroke drops that stroke, and nothing that was undone before is lost', () => {
  const log = undo(drawn(drawn(), 2));
  const begun = extend(begin(log, stroke(3)), [{ x: 9, y: 9 }]);
  expect(undo(begun)).toEqual(log);
  expect(redo(undo(begun)).steps).toHaveLength(2);
  expect(extend(undo(begun), [{ x: 1, y: 1 }])).toEqual(log);
});

test('D4.27: redo in the middle of a stroke drops that stroke, and does again what was undone', () => {
  const log = redo(begin(undo(drawn(drawn(), 2)), stroke(3)));
  expect(log).toMatchObject({ steps: [stroke(1), stroke(2)], undone: [], begun: null });
  expect(redo(begin(drawn(), stroke(3)))).toEqual(drawn());
});

test('a step that is undone and done again leaves nothing to save', () => {
  const log = drawn(clear(drawn()), 2);
  expect(areSame(redo(undo(log)).steps, log.steps)).toBe(true);
  expect(areSame(undo(log).steps, log.steps)).toBe(false);
  expect(areSame(drawn(undo(log), 2).steps, log.steps)).toBe(false);
});

test('a new stroke forgets what was undone', () => {
  expect(canRedo(drawn(undo(drawn())))).toBe(false);
  expect([canUndo(EMPTY_LOG), canUndo(begin(EMPTY_LOG, stroke(1))), canUndo(drawn())]).toEqual([false, true, true]);
});

test('D4.27: clearing takes away the stored mask too, and can be undone', () => {
  const log = drawn(clear(drawn()), 2);
  expect(seenOf(log.steps)).toEqual({ hasStored: false, strokes: [stroke(2)] });
  expect(seenOf(undo(undo(log)).steps)).toEqual({ hasStored: true, strokes: [stroke(1)] });
});
