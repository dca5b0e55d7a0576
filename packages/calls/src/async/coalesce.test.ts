import { expect, test } from 'vitest';
import { coalesce } from './coalesce';
import { type Deferred, deferred, settled } from '../testing/promises';

test('calls during a run share one more run', async () => {
  const runs: Deferred<void>[] = [];
  const ask = coalesce(() => {
    runs.push(deferred<void>());
    return runs.at(-1)?.promise ?? Promise.resolve();
  });
  let answered = 0;
  for (let asked = 0; asked < 3; asked += 1) void ask().then(() => (answered += 1));
  expect(runs).toHaveLength(1);
  runs[0]?.resolve();
  await settled();
  expect([runs.length, answered]).toEqual([2, 0]);
  runs[1]?.resolve();
  await settled();
  expect([runs.length, answered]).toEqual([2, 3]);
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
