import { setImmediate as endOfTurn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { createBatcher } from './batcher';

/** A capital letter has half the weight of a batch. */
const optionsOf = (isOfOneRequest: boolean) => ({
  isOfOneRequest: () => isOfOneRequest,
  weigh: (request: string) => (/[A-Z]/.test(request) ? 500_000 : 0),
});

interface WorkOptions {
  readonly fails?: (requests: readonly string[]) => boolean;
  readonly isOfOneRequest?: boolean;
  readonly pause?: () => Promise<unknown>;
  readonly atOnce?: number;
}

/** A batcher whose batches end one by one with `endBatch`. */
function createWork({ fails = () => false, isOfOneRequest = true, pause = endOfTurn, atOnce = 1 }: WorkOptions = {}) {
  const batches: (readonly string[])[] = [];
  const ends: (() => void)[] = [];
  const request = createBatcher<string, string>(
    async (requests) => {
      batches.push(requests);
      await new Promise<void>((resolve) => ends.push(resolve));
      if (fails(requests)) throw new Error(requests.join(' '));
      return requests.map((one) => one.toUpperCase());
    },
    { ...optionsOf(isOfOneRequest), pause, atOnce },
  );
  const endBatch = async () => {
    await expect.poll(() => ends.length).toBeGreaterThan(0);
    ends.shift()?.();
  };
  return { request, batches, endBatch };
}

test('requests during a batch are answered together by the next one', async () => {
  const { request, batches, endBatch } = createWork();
  const first = request('a');
  await expect.poll(() => batches).toEqual([['a']]);
  const others = Promise.all(['b', 'c', 'd'].map(request));
  await endBatch();
  expect(await first).toBe('A');
  await endBatch();
  expect(await others).toEqual(['B', 'C', 'D']);
  expect(batches).toEqual([['a'], ['b', 'c', 'd']]);
});

test('requests during the pause after a batch join the next one; a few cause no pause', async () => {
  const wakes: (() => void)[] = [];
  const pause = () => new Promise<void>((resolve) => wakes.push(resolve));
  const { request, batches, endBatch } = createWork({ pause });
  const many = ['b', 'c', 'd', 'e', 'f'];
  const first = request('a');
  await expect.poll(() => batches).toEqual([['a']]);
  const waiting = many.map(request);
  await endBatch();
  await first;
  await expect.poll(() => wakes.length).toBe(1);
  const late = request('g');
  wakes[0]?.();
  await expect.poll(() => batches).toEqual([['a'], [...many, 'g']]);
  const few = ['h', 'i', 'j', 'k'].map(request);
  await endBatch();
  expect(await Promise.all([...waiting, late])).toEqual(['B', 'C', 'D', 'E', 'F', 'G']);
  await endBatch();
  expect(await Promise.all(few)).toEqual(['H', 'I', 'J', 'K']);
  expect(batches.slice(2)).toEqual([['h', 'i', 'j', 'k']]);
  expect(wakes).toHaveLength(1);
});

test('a request waits for no other batch if several may run at once; beyond these, requests wait and are answered together', async () => {
  const { request, batches, endBatch } = createWork({ atOnce: 2 });
  const first = request('a');
  await expect.poll(() => batches).toEqual([['a']]);
  const second = Promise.all(['b', 'c'].map(request));
  await expect.poll(() => batches).toEqual([['a'], ['b', 'c']]);
  const waiting = Promise.all(['d', 'e'].map(request));
  await endOfTurn();
  expect(batches).toHaveLength(2);
  await endBatch();
  expect(await first).toBe('A');
  await endBatch();
  expect(await second).toEqual(['B', 'C']);
  await endBatch();
  expect(await waiting).toEqual(['D', 'E']);
  expect(batches).toEqual([['a'], ['b', 'c'], ['d', 'e']]);
});

test('splits a batch that is too heavy, and still answers a request that is too heavy alone', async () => {
  const { request, batches, endBatch } = createWork();
  const all = Promise.all(['A', 'b', 'C', 'D', 'EEE', 'f'].map(request));
  for (let round = 0; round < 2; round += 1) await endBatch();
  expect(await all).toEqual(['A', 'B', 'C', 'D', 'EEE', 'F']);
  expect(batches).toEqual([
    ['A', 'b', 'C'],
    ['D', 'EEE', 'f'],
  ]);
});

test('rejects all requests if the error concerns the whole batch', async () => {
  const { request, batches, endBatch } = createWork({ fails: () => true, isOfOneRequest: false });
  const both = Promise.allSettled([request('a'), request('b')]);
  await endBatch();
  expect(await both).toMatchObject([{ status: 'rejected' }, { status: 'rejected' }]);
  expect(batches).toEqual([['a', 'b']]);
});

test('an error of one request does not affect the others, nor later ones', async () => {
  const { request, batches, endBatch } = createWork({ fails: (requests) => requests.includes('bad') });
  const first = request('a');
  await expect.poll(() => batches).toEqual([['a']]);
  const others = Promise.allSettled([request('good'), request('bad')]);
  for (let round = 0; round < 4; round += 1) await endBatch();
  await first;
  expect(await others).toMatchObject([
    { status: 'fulfilled', value: 'GOOD' },
    { status: 'rejected', reason: { message: 'bad' } },
  ]);
  expect(batches).toEqual([['a'], ['good', 'bad'], ['good'], ['bad']]);
  const last = request('again');
  await endBatch();
  expect(await last).toBe('AGAIN');
});
