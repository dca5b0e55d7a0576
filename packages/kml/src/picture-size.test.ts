import { expect, test } from 'vitest';
import { JPEG, PNG, WEBP, WEBP_LOSSLESS, WEBP_WITH_ALPHA } from './testing/small-pictures';
import { pixelsIn } from './picture-size';

test.each([
  ['JPEG', JPEG],
  ['PNG', PNG],
  ['WebP', WEBP],
  ['lossless WebP', WEBP_LOSSLESS],
  ['WebP with transparency', WEBP_WITH_ALPHA],
])('a %s of 4 × 3', (_, picture) => {
  expect(pixelsIn(picture)).toBe(12);
});

test('the largest size that a PNG can claim', () => {
  const large = PNG.slice();
  large.set([0, 0, 0x4e, 0x20, 0, 0, 0x4e, 0x20], 16);
  expect(pixelsIn(large)).toBe(20_000 * 20_000);
});

test('a picture that breaks off, and what is none, are larger than any limit', () => {
  for (const picture of [JPEG, PNG, WEBP, WEBP_LOSSLESS, WEBP_WITH_ALPHA])
    for (let length = 0; length < 16; length += 1)
      expect(pixelsIn(picture.slice(0, length))).toBe(Number.POSITIVE_INFINITY);
  expect(pixelsIn(Uint8Array.of(1, 2, 3, 4, 5))).toBe(Number.POSITIVE_INFINITY);
  // A segment of no length would be read for ever.
  expect(pixelsIn(Uint8Array.of(0xff, 0xd8, ...new Uint8Array(100)))).toBe(Number.POSITIVE_INFINITY);
});
