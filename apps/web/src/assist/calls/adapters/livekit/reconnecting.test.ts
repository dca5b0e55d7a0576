import { expect, test } from 'vitest';
import { soon } from './reconnecting';

const longest = (retryCount: number, elapsedMs: number) =>
  Math.max(...Array.from({ length: 50 }, () => soon.nextRetryDelayInMs({ retryCount, elapsedMs }) ?? Number.NaN));

test('however often it has failed, the next attempt follows within two seconds', () => {
  for (const retryCount of [0, 1, 5, 12]) expect(longest(retryCount, 10_000)).toBeLessThan(2_000);
});

test('after a while the engine takes over, which has other tokens', () => {
  expect(soon.nextRetryDelayInMs({ retryCount: 15, elapsedMs: 21_000 })).toBeNull();
});
