import { expect, test } from 'vitest';
import { snapshotName } from './snapshot-name';
import { giveConfig } from '../testing/config';

giveConfig({ brand: { screenshotFolder: 'Lastrica', screenshotName: { en: 'site', it: 'cantiere' } } });

test('D9.23: the name of a snapshot has folder and prefix of the build', () => {
  const date = new Date(2025, 10, 20);
  expect(snapshotName(date, 3, 'en')).toBe('Lastrica-site-2025-11-20-3.jpg');
  expect(snapshotName(date, 1, 'it')).toBe('Lastrica-cantiere-2025-11-20-1.jpg');
});
