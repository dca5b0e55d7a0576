import { expect, test } from 'vitest';
import { createTokenBuckets } from './token-buckets';

function create(perMinute: number) {
  let now = 0;
  const takeToken = createTokenBuckets({ now: () => new Date(now) }, perMinute);
  return { takeToken, pass: (ms: number) => (now += ms) };
}

test('a minute’s calls may come at once, and then as the bucket refills', () => {
  const { takeToken, pass } = create(60);
  expect(Array.from({ length: 60 }, () => takeToken('one'))).toEqual(Array.from({ length: 60 }, () => 0));
  expect(takeToken('one')).toBeCloseTo(1);
  expect(takeToken('another')).toBe(0);
  pass(500);
  expect(takeToken('one')).toBeCloseTo(0.5);
  pass(500);
  expect([takeToken('one'), takeToken('one')]).toEqual([0, 1]);
  pass(3_600_000);
  expect(Array.from({ length: 60 }, () => takeToken('one')).every((wait) => wait === 0)).toBe(true);
  expect(takeToken('one')).toBeGreaterThan(0);
});

test('0 is no limit', () => {
  const { takeToken } = create(0);
  expect(Array.from({ length: 10_000 }, () => takeToken('one')).every((wait) => wait === 0)).toBe(true);
});

test('deletes buckets that are full again, and keeps those that are limited', () => {
  const { takeToken, pass } = create(1);
  for (let key = 0; key < 10_000; key += 1) takeToken(`gone ${key}`);
  pass(60_000);
  takeToken('held');
  for (let key = 0; key < 20_000; key += 1) takeToken(`new ${key}`);
  expect(takeToken('held')).toBeGreaterThan(0);
});
