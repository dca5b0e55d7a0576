import {
  type DrawingEntry,
  drawingLog,
  LOG_ENTRIES_MAX,
  LOG_POINTS_MAX,
  SEALED_DRAWING_MAX,
  LOG_STROKES_MAX,
  STROKE_POINTS_MAX,
} from '@earth/contracts';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import vectors from '../../../interop/drawing-log.json';
import { DrawingLog, eraseEntries } from './drawing-log';

const begin = (tool: Extract<DrawingEntry, { op: 'begin' }>['tool'], x: number): DrawingEntry => ({
  op: 'begin',
  tool,
  at: [x, 0],
  width: 4,
});
const to = (...xs: number[]): DrawingEntry => ({ op: 'move', points: xs.map((x) => [x, 0]) });
const end: DrawingEntry = { op: 'end' };
const undo: DrawingEntry = { op: 'undo' };
const redo: DrawingEntry = { op: 'redo' };
const clear: DrawingEntry = { op: 'clear' };
const stroke = (x: number) => [begin('pen', x), to(x + 1), end];

/** The visible strokes, by their start. */
const starts = (log: DrawingLog) => log.strokes().map(({ points }) => points[0]?.[0]);
const xsOf = (log: DrawingLog) => log.strokes().map(({ points }) => points.map(([x]) => x));

test('a pen keeps all its points, a shape its two ends, a marker and a text their position', () => {
  const log = new DrawingLog(1);
  for (const tool of ['pen', 'arrow', 'rectangle', 'ellipse', 'marker'] as const)
    for (const entry of [begin(tool, 0), to(1, 2), to(3), end]) log.append(entry);
  for (const entry of [begin('text', 0), to(5), { op: 'write', text: 'Here' } as const, end]) log.append(entry);
  expect(xsOf(log)).toEqual([[0, 1, 2, 3], [0, 3], [0, 3], [0, 3], [3], [5]]);
  expect(log.strokes().at(-1)).toMatchObject({ text: 'Here', isOpen: false });
});

test('points have the pen’s pressure, if the device reports it', () => {
  const pressed: DrawingEntry[] = [
    { op: 'begin', tool: 'pen', at: [0, 0], width: 4, pressure: 10 },
    {
      op: 'move',
      points: [
        [1, 0],
        [2, 0],
      ],
      pressures: [50, 100],
    },
    end,
  ];
  const log = new DrawingLog(1, [...pressed, ...stroke(5)]);
  expect(log.strokes().map(({ points }) => points)).toEqual([
    [
      [0, 0, 10],
      [1, 0, 50],
      [2, 0, 100],
    ],
    [
      [5, 0],
      [6, 0],
    ],
  ]);
});

test('an open stroke is visible, and the other strokes stay the same objects meanwhile', () => {
  const log = new DrawingLog(1, stroke(0));
  const [first] = log.strokes();
  log.append(begin('pen', 10));
  log.append(to(11));
  expect(xsOf(log)).toEqual([
    [0, 1],
    [10, 11],
  ]);
  expect(log.strokes().map(({ isOpen }) => isOpen)).toEqual([false, true]);
  expect(log.strokes()[0]).toBe(first);
});

test('undo removes strokes one by one, redo restores them, and a new stroke ends redo', () => {
  const log = new DrawingLog(1, [...stroke(0), ...stroke(10), ...stroke(20)]);
  log.append(undo);
  log.append(undo);
  expect([starts(log), log.canUndo, log.canRedo]).toEqual([[0], true, true]);
  log.append(redo);
  expect(starts(log)).toEqual([0, 10]);
  for (const entry of stroke(30)) log.append(entry);
  log.append(redo);
  expect([starts(log), log.canRedo]).toEqual([[0, 10, 30], false]);
});

test('one undo reverts a clear', () => {
  const log = new DrawingLog(1, [...stroke(0), ...stroke(10), clear, ...stroke(20)]);
  expect(starts(log)).toEqual([20]);
  log.append(undo);
  log.append(undo);
  expect(starts(log)).toEqual([0, 10]);
  log.append(redo);
  expect(starts(log)).toEqual([]);
});

test('entries that are invalid in their place have no effect, but count', () => {
  const log = new DrawingLog(1);
  const senseless = [to(1), end, undo, redo, clear, { op: 'write', text: 'x' } as const];
  for (const entry of senseless) log.append(entry);
  expect([log.strokes(), log.length]).toEqual([[], senseless.length]);
  for (const entry of [begin('pen', 0), { op: 'write', text: 'x' } as const, end, to(9)]) log.append(entry);
  expect(log.strokes()).toMatchObject([{ text: '', points: [[0, 0]] }]);
});

test('an empty text is removed', () => {
  const log = new DrawingLog(1, [...stroke(0), begin('text', 1), { op: 'write', text: '  ' }, end]);
  expect(starts(log)).toEqual([0]);
  log.append(undo);
  expect(starts(log)).toEqual([]);
});

/** A text, and its edit. */
const write = (x: number, text: string): DrawingEntry[] => [begin('text', x), { op: 'write', text }, end];
const rewrite = (log: DrawingLog, text: string, last: DrawingEntry = end) => {
  const back = log.backToText(log.strokes().at(-1)?.key ?? '');
  for (const entry of [{ op: 'edit', back: back ?? 1 }, { op: 'write', text }, last] as const) log.append(entry);
};
const wordsOf = (log: DrawingLog) => log.strokes().map(({ text, points: [at] }) => `${at?.[0]} ${text}`);

test('an edited text replaces the former one, which one undo restores', () => {
  const log = new DrawingLog(1, [...stroke(0), ...write(5, 'Valve 2')]);
  rewrite(log, 'Valve 3');
  rewrite(log, 'Valve 4');
  expect(wordsOf(log)).toEqual(['0 ', '5 Valve 4']);
  log.append(undo);
  expect(wordsOf(log)).toEqual(['0 ', '5 Valve 3']);
  log.append(undo);
  expect(wordsOf(log)).toEqual(['0 ', '5 Valve 2']);
  log.append(redo);
  expect(wordsOf(log)).toEqual(['0 ', '5 Valve 3']);
  expect(log.strokes().at(-1)).toMatchObject({ width: 4, isOpen: false });
});

test('an emptied text is removed until undo; an unchanged edit is no action', () => {
  const log = new DrawingLog(1, [...stroke(0), ...write(5, 'Valve 2')]);
  rewrite(log, ' ');
  expect(starts(log)).toEqual([0]);
  log.append(undo);
  expect(wordsOf(log)).toEqual(['0 ', '5 Valve 2']);
  rewrite(log, 'Valve 2');
  log.append(undo);
  expect(starts(log)).toEqual([0]);
});

test('only a finished text of the log can be edited', () => {
  const log = new DrawingLog(1, [...write(5, 'Valve 2'), ...stroke(0), clear, ...stroke(9)]);
  for (let back = 1; back < 12; back += 1)
    for (const entry of [{ op: 'edit', back }, { op: 'write', text: 'No' }, end] as const) log.append(entry);
  expect(wordsOf(log)).toEqual(['9 ']);
  expect(log.backTo('nothing')).toBeNull();
  expect(log.backToText(log.strokes()[0]?.key ?? '')).toBeNull();
});

/** Erases the stroke that begins at x. */
const erase = (log: DrawingLog, x: number) => {
  const key = log.strokes().find(({ points: [at] }) => at?.[0] === x)?.key ?? '';
  for (const entry of eraseEntries(log.backTo(key) ?? 1)) log.append(entry);
};

test('one stroke is erased: undo brings it back, redo erases it again', () => {
  const log = new DrawingLog(1, [...stroke(0), ...stroke(10), ...stroke(20)]);
  erase(log, 10);
  expect([starts(log), log.canUndo]).toEqual([[0, 20], true]);
  for (const entry of stroke(30)) log.append(entry);
  erase(log, 0);
  expect(starts(log)).toEqual([20, 30]);
  log.append(undo);
  expect(starts(log)).toEqual([0, 20, 30]);
  log.append(undo);
  log.append(undo);
  expect(starts(log)).toEqual([0, 10, 20]);
  log.append(redo);
  expect(starts(log)).toEqual([0, 20]);
});

test('an edited text is erased as it is now, and undo restores that', () => {
  const log = new DrawingLog(1, write(5, 'Valve 2'));
  rewrite(log, 'Valve 3');
  erase(log, 5);
  expect(wordsOf(log)).toEqual([]);
  log.append(undo);
  expect(wordsOf(log)).toEqual(['5 Valve 3']);
});

test('a client that knows no eraser draws nothing on the picture instead, and its undo stays in step', () => {
  const log = new DrawingLog(1, [...stroke(0), ...stroke(10)]);
  erase(log, 10);
  const asBefore = (entry: DrawingEntry): DrawingEntry => {
    const { erases: _, ...known } = { erases: 0, ...entry };
    return known;
  };
  const older = new DrawingLog(1, log.entries.map(asBefore));
  expect(starts(older)).toEqual([0, 10, -1000]);
  for (const each of [log, older]) each.append(undo);
  expect([starts(log), starts(older)]).toEqual([
    [0, 10],
    [0, 10],
  ]);
});

test('limits of points in a stroke, and of points and strokes in a log: more is not drawn', () => {
  const many = (count: number) =>
    Array.from({ length: count / 250 }, () => to(...Array.from({ length: 250 }, () => 1)));
  const log = new DrawingLog(1, [begin('pen', 0), ...many(STROKE_POINTS_MAX + 1000)]);
  expect(log.strokes()[0]?.points).toHaveLength(STROKE_POINTS_MAX);
  for (let drawn = 0; drawn < LOG_POINTS_MAX; drawn += STROKE_POINTS_MAX)
    for (const entry of [begin('pen', 0), ...many(STROKE_POINTS_MAX)]) log.append(entry);
  expect(log.strokes().flatMap(({ points }) => points)).toHaveLength(LOG_POINTS_MAX);
  expect(log.isFull).toBe(true);

  const strokes = new DrawingLog(
    1,
    Array.from({ length: LOG_STROKES_MAX + 5 }, (_, index) => begin('marker', index)),
  );
  expect([strokes.strokes().length, strokes.isFull]).toEqual([LOG_STROKES_MAX, true]);
});

const point = fc.tuple(fc.integer({ min: -1000, max: 20_000 }), fc.integer({ min: -1000, max: 20_000 }));
const entry: fc.Arbitrary<DrawingEntry> = fc.oneof(
  fc.record({
    op: fc.constant('begin' as const),
    tool: fc.constantFrom('pen' as const, 'arrow' as const, 'text' as const, 'marker' as const),
    at: point,
    width: fc.integer({ min: 1, max: 500 }),
  }),
  fc.integer({ min: 1, max: 8 }).map((back) => eraseEntries(back)[0] ?? end),
  fc.record({ op: fc.constant('move' as const), points: fc.array(point, { minLength: 1, maxLength: 5 }) }),
  fc.record({ op: fc.constant('write' as const), text: fc.string({ maxLength: 5 }) }),
  fc.record({ op: fc.constant('edit' as const), back: fc.integer({ min: 1, max: 8 }) }),
  fc.constantFrom(end, undo, redo, clear),
);

test('the same entries give the same strokes, together or one by one, each with a unique key', () => {
  fc.assert(
    fc.property(fc.array(entry, { maxLength: 60 }), (entries) => {
      const atOnce = new DrawingLog(1, entries);
      const oneByOne = new DrawingLog(1);
      for (const one of entries) {
        oneByOne.append(one);
        oneByOne.strokes();
      }
      expect(oneByOne.strokes()).toEqual(atOnce.strokes());
      expect(new Set(atOnce.strokes().map(({ key }) => key)).size).toBe(atOnce.strokes().length);
    }),
    { seed: 20260105, numRuns: 200 },
  );
});

test('a log of long texts is full before the server would refuse it, even with all endings and undos', () => {
  const log = new DrawingLog(1);
  let texts = 0;
  for (; !log.isFull; texts += 1) {
    log.append(begin('text', texts));
    for (let length = 1; length <= 200; length += 1) log.append({ op: 'write', text: 'è'.repeat(length) });
    log.append(end);
  }
  expect(log.strokes()).toHaveLength(texts);
  // The last one fitted; an endless one does not.
  expect(log.strokes().at(-1)).toMatchObject({ text: 'è'.repeat(200), isOpen: false });
  log.append(begin('text', 0));
  expect(log.strokes()).toHaveLength(texts);
  for (let more = 0; more < 1_000; more += 1) log.append({ op: 'write', text: 'è'.repeat(200) });
  while (log.length < LOG_ENTRIES_MAX) log.append(log.length % 2 ? undo : redo);

  const plain = new TextEncoder().encode(JSON.stringify({ entries: log.entries })).length;
  // Salt, IV and padding; base64; a key of 344 characters with its names for each of fifty.
  const sealed = Math.ceil((plain + 64) / 3) * 4 + 50 * 450 + 100;
  expect(sealed).toBeLessThan(SEALED_DRAWING_MAX);
});

test.each(vectors.cases)('interop: $name', ({ entries, strokes }) => {
  const log = new DrawingLog(1, drawingLog.parse({ entries }).entries);
  expect(log.strokes().map(({ key: _, isOpen: __, ...stroke }) => stroke)).toEqual(strokes);
});
