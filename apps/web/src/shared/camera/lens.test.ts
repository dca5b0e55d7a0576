import { expect, test } from 'vitest';
import { mainLens, rearLenses } from './lens';

const cameras = (...labels: readonly string[]) => labels.map((label) => ({ deviceId: label, label }));

test.each([
  [
    'an iPhone',
    ['Front Camera', 'Back Ultra Wide Camera', 'Back Triple Camera', 'Back Telephoto Camera', 'Back Camera'],
    'Back Camera',
  ],
  [
    'an iPhone in Italian',
    ['Fotocamera anteriore', 'Fotocamera posteriore con doppio grandangolo', 'Fotocamera posteriore'],
    'Fotocamera posteriore',
  ],
  [
    'Android',
    ['camera2 1, facing front', 'camera2 2, facing back', 'camera2 0, facing back'],
    'camera2 0, facing back',
  ],
] as const)('the main lens of %s is neither the ultra-wide one nor the front camera', (_, labels, main) => {
  expect(mainLens(cameras(...labels))?.deviceId).toBe(main);
});

test('names that say nothing leave the choice to the browser', () => {
  expect(mainLens(cameras('', ''))).toBeNull();
  expect(mainLens(cameras('HD Webcam'))).toBeNull();
  expect(rearLenses(cameras('HD Webcam'))).toEqual([]);
});
