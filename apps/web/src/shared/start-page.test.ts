import { expect, test } from 'vitest';
import { isStartPage, startPage } from './start-page';
import { giveConfig } from '../testing/config';

test('D9.22: a visitor starts at the landing of the build', () => {
  giveConfig({ brand: { landing: '/tiles' } });
  expect(startPage()).toBe('/tiles');
  expect(['/tiles', '/tiles/', '/earth', '/'].map(isStartPage)).toEqual([true, true, false, false]);
});

test('a step back never returns to the landing image', () => {
  giveConfig({ brand: { landing: '/landing-image' } });
  expect(startPage()).toBe('/earth');
});
