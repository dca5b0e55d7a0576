import { setImmediate as endOfTurn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { createSemaphore } from './semaphore';

test('runs at most the given number at once, the others in order, also if some fail', async () => {
  const withSlot = createSemaphore(2);
  const begun: number[] = [];
  let running = 0;
  let most = 0;
  const run = (index: number) =>
    withSlot(async () => {
      begun.push(index);
      running += 1;
      most = Math.max(most, running);
      await endOfTurn();
      running -= 1;
      if (index % 3 === 0) throw new Error(`${index}`);
      return index;
    });
  const results = await Promise.allSettled(Array.from({ length: 9 }, (_, index) => run(index)));
  expect(results.map(({ status }) => status === 'fulfilled')).toEqual(begun.map((index) => index % 3 !== 0));
  expect([begun, most, running]).toEqual([[0, 1, 2, 3, 4, 5, 6, 7, 8], 2, 0]);
  expect(await run(1)).toBe(1);
});
