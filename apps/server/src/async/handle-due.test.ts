import { expect, test } from 'vitest';
import { handleDue } from './handle-due';

const NOW = new Date('2026-01-01T10:00:00Z');

/** A queue of so many numbers. */
function createQueue(count: number, onHandle: (number: number) => void = () => {}) {
  const left = Array.from({ length: count }, (_, at) => at);
  const claims: { readonly atMost: number; readonly until: Date }[] = [];
  const handled: number[] = [];
  const queue = {
    clock: { now: () => NOW },
    atOnce: 3,
    claimMs: 30_000,
    claim: async (_: Date, until: Date, atMost: number) => {
      claims.push({ atMost, until });
      return left.splice(0, atMost);
    },
    handle: async (number: number) => {
      handled.push(number);
      onHandle(number);
    },
  };
  return { queue, claims, handled };
}

test('claims and handles batches until one is not full', async () => {
  const { queue, claims, handled } = createQueue(5);
  await handleDue(queue, new AbortController().signal);
  expect(handled).toEqual([0, 1, 2, 3, 4]);
  const claim = { atMost: 3, until: new Date('2026-01-01T10:00:30Z') };
  expect(claims).toEqual([claim, claim]);
});

test('claims nothing more once it is stopped', async () => {
  const stopping = new AbortController();
  const { queue, handled } = createQueue(9, () => stopping.abort());
  await handleDue(queue, stopping.signal);
  expect(handled).toEqual([0, 1, 2]);
});
