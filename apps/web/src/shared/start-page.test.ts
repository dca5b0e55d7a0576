import { expect, test, vi } from 'vitest';
import { isStartPage, startPage } from './start-page';

const brand = vi.hoisted(() => ({ landing: '/tiles' }));
vi.mock('../platform/config', () => ({ getConfig: () => ({ brand }) }));

test('D9.22: a visitor starts at the landing of the build', () => {
  expect(startPage()).toBe('/tiles');
  expect(['/tiles', '/tiles/', '/earth', '/'].map(isStartPage)).toEqual([true, true, false, false]);
});

test('a step back never returns to the landing image', () => {
  brand.landing = '/landing-image';
  expect(startPage()).toBe('/earth');
});
