import { expect, test } from 'vitest';
import { levelOf } from './sound-level';

const sine = (loudness: number) =>
  Float32Array.from({ length: 1024 }, (_, index) => loudness * Math.sin((index * Math.PI) / 8));

test('maps sound levels from silence to full scale in decibels', () => {
  expect(levelOf(sine(0))).toBe(0);
  expect(levelOf(sine(0.0001))).toBe(0);
  expect(levelOf(sine(1))).toBeCloseTo(0.95);
  // A tenth of the amplitude is 20 dB less.
  expect(levelOf(sine(1)) - levelOf(sine(0.1))).toBeCloseTo(20 / 60);
});
