import { LIVE_LINE_MS } from '@earth/calls';
import { expect, test } from 'vitest';
import { opacityOf } from './live-lines';

test('a line is whole at first, fades in its last second, and is gone after its time', () => {
  const drawnAt = 1_000;
  const after = (ms: number) => opacityOf({ at: drawnAt }, drawnAt + ms);
  expect([after(0), after(LIVE_LINE_MS - 1_000), after(LIVE_LINE_MS - 500), after(LIVE_LINE_MS)]).toEqual([
    1, 1, 0.5, 0,
  ]);
  expect(after(LIVE_LINE_MS + 60_000)).toBe(0);
});
