import { expect, test } from 'vitest';
import { coalesce } from './coalesce';

/** Waits until all promises that can settle have settled, because microtasks run before the next task. */
const settled = () => new Promise<void>((resolve) => void setTimeout(resolve));

test('calls during a run share one more run', async () => {
  const ends: (() => void)[] = [];
  const ask = coalesce(() => new Promise<void>((resolve) => ends.push(resolve)));
  let answered = 0;
  for (let asked = 0; asked < 3; asked += 1) void ask().then(() => (answered += 1));
  expect(ends).toHaveLength(1);
  ends[0]?.();
  await settled();
  expect([ends.length, answered]).toEqual([2, 0]);
  ends[1]?.();
  await settled();
  expect([ends.length, answered]).toEqual([2, 3]);
});

test('a failed run rejects for its callers, and the next call runs again', async () => {
  let runs = 0;
  const ask = coalesce(async () => {
    runs += 1;
    if (runs === 1) throw new Error('no answer');
  });
  await expect(ask()).rejects.toThrow('no answer');
  await ask();
  expect(runs).toBe(2);
});
