import { expect, test } from 'vitest';
import { createTokenBuckets } from './token-buckets';

function create(perMinute: number) {
  let now = 0;
  const take = createTokenBuckets({ now: () => new Date(now) }, perMinute);
  return { take, pass: (ms: number) => (now += ms) };
}

test('a minute’s calls may come at once, and then as they come back', () => {
  const { take, pass } = create(60);
  expect(Array.from({ length: 60 }, () => take('one'))).toEqual(Array.from({ length: 60 }, () => 0));
  expect(take('one')).toBeCloseTo(1);
  expect(take('another')).toBe(0);
  pass(500);
  expect(take('one')).toBeCloseTo(0.5);
  pass(500);
  expect([take('one'), take('one')]).toEqual([0, 1]);
  pass(3_600_000);
  expect(Array.from({ length: 60 }, () => take('one')).every((wait) => wait === 0)).toBe(true);
  expect(take('one')).toBeGreaterThan(0);
});

test('0 is no limit', () => {
  const { take } = create(0);
  expect(Array.from({ length: 10_000 }, () => take('one')).every((wait) => wait === 0)).toBe(true);
});

test('those who are gone are forgotten, and those who are held back are not', () => {
  const { take, pass } = create(1);
  for (let key = 0; key < 10_000; key += 1) take(`gone ${key}`);
  pass(60_000);
  take('held');
  for (let key = 0; key < 20_000; key += 1) take(`new ${key}`);
  expect(take('held')).toBeGreaterThan(0);
});
