import { expect, test } from 'vitest';
import { createTexture, paintTexture, TEXTURE_FAMILIES } from '.';

const hash = ({ data }: { data: Uint8ClampedArray }) =>
  data.reduce((sum, value) => (Math.imul(sum, 31) + value) | 0, 7);

test('a seed gives one texture, and another seed another', () => {
  for (const family of TEXTURE_FAMILIES) {
    const [one, same, other] = [5, 5, 6].map((seed) => hash(paintTexture(createTexture(family, seed), { side: 24 })));
    expect(one).toBe(same);
    expect(one).not.toBe(other);
  }
});

test('a part of a texture looks the same from another place of the picture', () => {
  const texture = createTexture('terrazzo', 3);
  const whole = paintTexture(texture, { side: 64 });
  const part = paintTexture(texture, { side: 32, extent: 0.5, x: 0.5, y: 0.5 });
  for (const [x, y] of [
    [0, 0],
    [7, 20],
    [31, 31],
  ] as const)
    expect(part.data[4 * (32 * y + x)]).toBe(whole.data[4 * (64 * (y + 32) + x + 32)]);
});

test('a tint changes the colour alone', () => {
  const texture = createTexture('laid', 8);
  const plain = paintTexture(texture, { side: 8 });
  const tinted = paintTexture(texture, { side: 8, tint: [10, 0, -10] });
  expect(tinted.data[0]! - plain.data[0]!).toBe(10);
  expect(tinted.data[1]).toBe(plain.data[1]);
});
