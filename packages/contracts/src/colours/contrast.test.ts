import { expect, test } from 'vitest';
import { CONTRAST_MIN, contrastOf, hasContrast, readableOn } from './contrast';

test.each([
  ['#ffffff', '#000000', 21],
  ['#767676', '#ffffff', 4.54],
  ['#29c885', '#29c885', 1],
] as const)('the contrast of %s and %s is %d', (one, other, contrast) => {
  expect(contrastOf(one, other)).toBeCloseTo(contrast, 2);
  expect(contrastOf(other, one)).toBeCloseTo(contrast, 2);
});

test('what is no colour has no contrast, and is left as it is', () => {
  expect(contrastOf('red', '#000000')).toBeNull();
  expect(hasContrast('#00000', '#ffffff')).toBe(false);
  expect(readableOn('#ffffff', 'red')).toBe('red');
});

test('a readable colour stays; another becomes darker or lighter until it is, on every ground', () => {
  expect(readableOn('#ffffff', '#0b7a4b')).toBe('#0b7a4b');
  for (const ground of ['#000000', '#29c885', '#757575', '#7a7a7a', '#ffe000', '#ffffff'])
    for (const ink of ['#29c885', '#777777', '#ffffff']) {
      const found = readableOn(ground, ink);
      expect(contrastOf(ground, found)).toBeGreaterThanOrEqual(CONTRAST_MIN);
    }
});

test('a readable colour is no further from the first one than needed', () => {
  for (const [ground, ink] of [
    ['#ffffff', '#29c885'],
    ['#111815', '#5a3010'],
    ['#29c885', '#ffffff'],
  ] as const)
    expect(contrastOf(ground, readableOn(ground, ink))).toBeLessThan(CONTRAST_MIN * 1.1);
});
