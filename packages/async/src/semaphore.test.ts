import { expect, test } from 'vitest';
import { createMutex, createSemaphore } from './semaphore';

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
      await Promise.resolve();
      running -= 1;
      if (index % 3 === 0) throw new Error(`${index}`);
      return index;
    });
  const results = await Promise.allSettled(Array.from({ length: 9 }, (_, index) => run(index)));
  expect(results.map(({ status }) => status === 'fulfilled')).toEqual(begun.map((index) => index % 3 !== 0));
  expect([begun, most, running]).toEqual([[0, 1, 2, 3, 4, 5, 6, 7, 8], 2, 0]);
  expect(await run(1)).toBe(1);
});

test('a mutex starts the second piece of work after the first has ended, even if that failed', async () => {
  const log: string[] = [];
  const runAlone = createMutex();
  const run = (name: string) =>
    runAlone(async () => {
      log.push(`${name} starts`);
      await Promise.resolve();
      log.push(`${name} ends`);
      if (name === 'first') throw new Error('failed');
      return name;
    });

  const first = run('first');
  const second = run('second');

  await expect(first).rejects.toThrow('failed');
  await expect(second).resolves.toBe('second');
  expect(log).toEqual(['first starts', 'first ends', 'second starts', 'second ends']);
});
