import type { PictureLevel } from '@earth/contracts';
import { expect, test } from 'vitest';
import { CALM_SECONDS, fullSending, nextSending, type Sending, sendingWithinSecond } from './picture-level';

/** A second of a link: the browser's estimate in kbit/s, and the share of the sound that is missing. */
type Second = readonly [available: number | null, missingSound?: number];

function follow(seconds: readonly Second[], from: Sending = fullSending) {
  const steps: Sending[] = [];
  for (const [available, missingSound = 0] of seconds)
    steps.push(
      nextSending(steps.at(-1) ?? from, { available: available === null ? null : available * 1000, missingSound }),
    );
  return steps;
}
const levelsOf = (steps: readonly Sending[]): readonly PictureLevel[] => steps.map(({ level }) => level);
const times = (count: number, second: Second) => Array.from({ length: count }, () => second);
const still = { ...fullSending, level: 'still' } as const;

test('a good link is never reduced, nor one that has just begun, nor one of a browser without an estimate', () => {
  expect(new Set(levelsOf(follow([...times(5, [300]), [492], [748], ...times(20, [2_500])])))).toEqual(
    new Set(['full']),
  );
  expect(new Set(levelsOf(follow(times(20, [null, 0.1]))))).toEqual(new Set(['full']));
});

test('a link of 150 kbit/s in both directions, as measured: still long before the estimate falls, and slow after three calm seconds', () => {
  const seconds: Second[] = [[2_758], [2_758, 0.63], [2_758, 0.9], [2_206, 1], [120, 0.69], [95], [84], [84], [84]];
  expect(levelsOf(follow(seconds))).toEqual(['full', ...Array<string>(6).fill('still'), 'slow', 'slow']);
});

test('an old estimate does not bring the picture back before there was calm', () => {
  const steps = follow([[2_758, 0.63], ...times(CALM_SECONDS, [2_758])]);
  expect(levelsOf(steps)).toEqual(['still', 'still', 'still', 'full']);
});

test('a falling estimate reduces the size, then the rate, then leaves a still picture', () => {
  expect(levelsOf(follow([[600], [250], [199], [140], [109], [90], [49]]))).toEqual([
    'full',
    'full',
    'small',
    'small',
    'slow',
    'slow',
    'still',
  ]);
});

test('between the two thresholds of a level nothing flickers', () => {
  const steps = follow([[190], ...times(10, [210]), ...times(10, [290])]);
  expect(new Set(levelsOf(steps))).toEqual(new Set(['small']));
});

test('a healed link is whole again within five calm seconds: each probe that finds more is followed by the next', () => {
  // The browser's probes find up to twice the estimate, and only if they are allowed to.
  let [sending, available] = [still as Sending, 60];
  let seconds = 0;
  while (sending.level !== 'full' && seconds < 20) {
    seconds += 1;
    if (sending.probedAt !== null) available *= 2;
    [sending] = follow([[available]], sending) as [Sending];
  }
  expect(sending.level).toBe('full');
  expect(seconds).toBeLessThanOrEqual(CALM_SECONDS + 4);
});

test('a link that stays narrow is probed only now and then, and stays at its level', () => {
  const steps = follow(times(20, [45]), still);
  expect(new Set(levelsOf(steps))).toEqual(new Set(['still']));
  const probes = steps.filter(({ probedAt }) => probedAt !== null).length;
  expect(probes).toBeGreaterThan(3);
  expect(probes).toBeLessThan(7);
});

test('a busy device that misses sound for a second does not reduce the picture; two seconds do', () => {
  expect(levelsOf(follow([[2_000, 0.45], [2_000], [2_000, 0.3]]))).toEqual(['full', 'full', 'full']);
  expect(
    levelsOf(
      follow([
        [2_000, 0.3],
        [2_000, 0.3],
      ]),
    ),
  ).toEqual(['full', 'still']);
});

test('a link on which each rise brings the trouble back is left alone for longer each time', () => {
  const risesAfter = (sending: Sending) => levelsOf(follow(times(20, [100]), sending)).indexOf('slow');
  const [first] = follow([[100, 0.9]]) as [Sending];
  expect(risesAfter(first)).toBe(CALM_SECONDS - 1);
  const again = follow([...times(CALM_SECONDS + 1, [100]), [100, 0.9], [100, 0.9]], first).at(-1) as Sending;
  expect(risesAfter(again)).toBe(2 * CALM_SECONDS - 1);
});

test('a probe that finds the limit of a wider link leaves the picture at the level that fits', () => {
  const steps = follow([...times(3, [40]), [75], [85], [90]], still);
  expect(levelsOf(steps).at(-1)).toBe('slow');
});

test('sound that is missing reduces the picture within a second only if most of it still is', () => {
  const [before] = follow([[2_000, 0.45]]);
  const after = (share: number, part: number) => sendingWithinSecond(before ?? fullSending, share, part).level;
  expect(after(1, 0.25)).toBe('still');
  expect(after(0.4, 0.5)).toBe('full');
  expect(after(0.9, 0.05)).toBe('full');
  expect(sendingWithinSecond(before ?? fullSending, 1, 0.25).patience).toBe(CALM_SECONDS);
});

test('of a browser without an estimate, still pictures become fewer if they do not end the trouble', () => {
  const steps = follow([[null, 0.6], [null, 0.6], [null]]);
  expect(levelsOf(steps)).toEqual(['still', 'still', 'still']);
  expect(steps.map(({ isTight }) => isTight)).toEqual([false, true, false]);
});
