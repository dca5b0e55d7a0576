import { expect, test } from 'vitest';
import { AdaptiveResolution } from './renderer';

/** What the frames change, at so many milliseconds a frame. */
function ratiosOf(intervals: readonly number[], ratio: number): number[] {
  const resolution = new AdaptiveResolution(ratio);
  let at = 0;
  return intervals.flatMap((interval) => resolution.next((at += interval)) ?? []);
}

const frames = (count: number, interval: number) => Array.from({ length: count }, () => interval);

test('a fast device draws all pixels', () => {
  expect(ratiosOf(frames(600, 17), 2)).toEqual([]);
});

test('a slow device draws fewer, down to half of the layout’s', () => {
  const ratios = ratiosOf(frames(600, 120), 1);
  expect(ratios[0]).toBeCloseTo(0.7);
  expect(ratios.at(-1)).toBe(0.5);
});

test('single slow frames, and a page that was hidden, change nothing', () => {
  expect(ratiosOf([400, 400, ...frames(60, 17), 400, 400, 17, ...frames(20, 60_000)], 2)).toEqual([]);
});
