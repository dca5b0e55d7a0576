import { setImmediate as endOfTurn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { createBatcher } from './batcher';

/** A capital letter weighs half of what is answered at once. */
const optionsOf = (isOnes: boolean) => ({
  isOnes: () => isOnes,
  weigh: (ask: string) => (/[A-Z]/.test(ask) ? 500_000 : 0),
});

interface WorkOptions {
  readonly fails?: (asks: readonly string[]) => boolean;
  readonly isOnes?: boolean;
  readonly rest?: () => Promise<unknown>;
}

/** Work that ends when it is told to. */
function createWork({ fails = () => false, isOnes = true, rest = endOfTurn }: WorkOptions = {}) {
  const begun: (readonly string[])[] = [];
  const ends: (() => void)[] = [];
  const ask = createBatcher<string, string>(
    async (asks) => {
      begun.push(asks);
      await new Promise<void>((resolve) => ends.push(resolve));
      if (fails(asks)) throw new Error(asks.join(' '));
      return asks.map((one) => one.toUpperCase());
    },
    { ...optionsOf(isOnes), rest },
  );
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
  expect(await others).toEqual(['B', 'C', 'D']);
  expect(begun).toEqual([['a'], ['b', 'c', 'd']]);
});

test('while work rests more come together, and who asks then is answered with them; nobody rests for one alone', async () => {
  const wakes: (() => void)[] = [];
  const rest = () => new Promise<void>((resolve) => wakes.push(resolve));
  const { ask, begun, end } = createWork({ rest });
  const first = ask('a');
  await expect.poll(() => begun).toEqual([['a']]);
  const second = ask('b');
  await end();
  await first;
  await expect.poll(() => wakes.length).toBe(1);
  const third = ask('c');
  wakes[0]?.();
  await end();
  expect(await Promise.all([second, third])).toEqual(['B', 'C']);
  const last = ask('d');
  await end();
  expect(await last).toBe('D');
  expect(begun).toEqual([['a'], ['b', 'c'], ['d']]);
  expect(wakes).toHaveLength(1);
});

test('what is too heavy together is answered one after the other, and what is too heavy alone all the same', async () => {
  const { ask, begun, end } = createWork();
  const all = Promise.all(['A', 'b', 'C', 'D', 'EEE', 'f'].map(ask));
  for (let round = 0; round < 2; round += 1) await end();
  expect(await all).toEqual(['A', 'B', 'C', 'D', 'EEE', 'F']);
  expect(begun).toEqual([
    ['A', 'b', 'C'],
    ['D', 'EEE', 'f'],
  ]);
});

test('where the failure is about all of them, they fail at once', async () => {
  const { ask, begun, end } = createWork({ fails: () => true, isOnes: false });
  const both = Promise.allSettled([ask('a'), ask('b')]);
  await end();
  expect(await both).toMatchObject([{ status: 'rejected' }, { status: 'rejected' }]);
  expect(begun).toEqual([['a', 'b']]);
});

test('nobody fails through another, and whoever asks after a failure is answered', async () => {
  const { ask, begun, end } = createWork({ fails: (asks) => asks.includes('bad') });
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
