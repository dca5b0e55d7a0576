import { create } from 'qrcode';
import { expect, test } from 'vitest';
import { readPicture } from './read-codes';

const CODE = `earth-safety-number/1/${'Ab0+'.repeat(21)}Ab==`;
const PIXELS = 6;
const EDGE = 8;

/** What a camera sees of a screen: the code as the house draws it, in the middle of something grey. */
function pictureOf(text: string): ImageData {
  const { modules } = create(text, { errorCorrectionLevel: 'M' });
  const side = (modules.size + 2 * EDGE) * PIXELS;
  const data = new Uint8ClampedArray(side * side * 4);
  for (let at = 0; at < side * side; at += 1) {
    const [column, row] = [at % side, Math.floor(at / side)].map((place) => Math.floor(place / PIXELS) - EDGE);
    const isInside = (place = -1) => place >= 0 && place < modules.size;
    const isDark = isInside(column) && isInside(row) && modules.get(row ?? 0, column ?? 0) === 1;
    data.set(
      [0, 0, 0, 255].map((part) => (part === 0 && !isDark ? 225 : Math.max(part, 20))),
      at * 4,
    );
  }
  return { data, width: side, height: side, colorSpace: 'srgb' };
}

test('a code that the house has drawn is read', async () => {
  expect(await readPicture(pictureOf(CODE))).toBe(CODE);
});

test('a picture without a code gives nothing', async () => {
  const picture = pictureOf(CODE);
  picture.data.fill(128);
  expect(await readPicture(picture)).toBeNull();
});
