import { expect, test } from 'vitest';
import { together } from './together';

/** Work that ends when it is told to. */
function createWork(fails: (asks: readonly string[]) => boolean = () => false) {
  const begun: (readonly string[])[] = [];
  const ends: (() => void)[] = [];
  const ask = together<string, string>(async (asks) => {
    begun.push(asks);
    await new Promise<void>((resolve) => ends.push(resolve));
    if (fails(asks)) throw new Error(asks.join(' '));
    return asks.map((one) => one.toUpperCase());
  }, 2);
  const end = async () => {
    await expect.poll(() => ends.length).toBeGreaterThan(0);
    ends.shift()?.();
  };
  return { ask, begun, end };
}

test('who asks meanwhile is answered together with others, and not by what was begun before', async () => {
  const { ask, begun, end } = createWork();
  const first = ask('a');
  await expect.poll(() => begun).toEqual([['a']]);
  const others = Promise.all(['b', 'c', 'd'].map(ask));
  await end();
  expect(await first).toBe('A');
  await end();
  await end();
  expect(await others).toEqual(['B', 'C', 'D']);
  expect(begun).toEqual([['a'], ['b', 'c'], ['d']]);
});

test('nobody fails through another, and whoever asks after a failure is answered', async () => {
  const { ask, begun, end } = createWork((asks) => asks.includes('bad'));
  const first = ask('a');
  await expect.poll(() => begun).toEqual([['a']]);
  const others = Promise.allSettled([ask('good'), ask('bad')]);
  for (let round = 0; round < 4; round += 1) await end();
  await first;
  expect(await others).toMatchObject([
    { status: 'fulfilled', value: 'GOOD' },
    { status: 'rejected', reason: { message: 'bad' } },
  ]);
  expect(begun).toEqual([['a'], ['good', 'bad'], ['good'], ['bad']]);
  const last = ask('again');
  await end();
  expect(await last).toBe('AGAIN');
});
