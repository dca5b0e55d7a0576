/** Colour pictures: where to look in them, and their resampling by the mean of a fixed number of pixels, so that the work does not grow with the picture. */

/** RGBA, row by row; the fourth value is not used. */
export interface ColorImage {
  readonly width: number;
  readonly height: number;
  readonly data: Uint8Array | Uint8ClampedArray;
}

/** In pixels of a picture. */
export interface Square {
  readonly x: number;
  readonly y: number;
  readonly side: number;
}

/** Red, green and blue, each in a plane of its own of `side` × `side` values from 0 to 255. */
export interface Planes {
  readonly side: number;
  readonly red: Float32Array;
  readonly green: Float32Array;
  readonly blue: Float32Array;
}

/** Pixels of a row, and rows, that one value is the mean of, at most. */
const SAMPLES_MAX = 4;

/** The first and the number of samples of each pixel of an axis, and the distance between them. */
function samplesOf(start: number, length: number, pixels: number, last: number) {
  const scale = length / pixels;
  const count = Math.max(1, Math.min(SAMPLES_MAX, Math.round(scale)));
  return {
    count,
    at: Int32Array.from({ length: pixels * count }, (_, sample) =>
      Math.min(last, Math.max(0, Math.floor(start + ((sample + 0.5) / count) * scale))),
    ),
  };
}

export function sampleSquare({ width, height, data }: ColorImage, square: Square, side: number): Planes {
  const columns = samplesOf(square.x, square.side, side, width - 1);
  const rows = samplesOf(square.y, square.side, side, height - 1);
  const planes = {
    side,
    red: new Float32Array(side * side),
    green: new Float32Array(side * side),
    blue: new Float32Array(side * side),
  };
  const share = 1 / (columns.count * rows.count);
  for (let y = 0, to = 0; y < side; y += 1)
    for (let x = 0; x < side; x += 1, to += 1) {
      let [red, green, blue] = [0, 0, 0];
      for (let row = y * rows.count; row < (y + 1) * rows.count; row += 1)
        for (let column = x * columns.count; column < (x + 1) * columns.count; column += 1) {
          const from = 4 * (rows.at[row]! * width + columns.at[column]!);
          red += data[from]!;
          green += data[from + 1]!;
          blue += data[from + 2]!;
        }
      planes.red[to] = red * share;
      planes.green[to] = green * share;
      planes.blue[to] = blue * share;
    }
  return planes;
}

/** Luma (ITU-R BT.601). */
export const lumaOf = ({ red, green, blue }: Planes): Float32Array =>
  red.map((value, at) => 0.299 * value + 0.587 * green[at]! + 0.114 * blue[at]!);

/** The square in the middle, and two smaller ones that lie as far from each other as the picture lets them. */
export function squaresOf({ width, height }: ColorImage): readonly [whole: Square, first: Square, last: Square] {
  const whole = Math.min(width, height);
  const side = 0.75 * whole;
  return [
    { x: (width - whole) / 2, y: (height - whole) / 2, side: whole },
    { x: 0, y: 0, side },
    { x: width - side, y: height - side, side },
  ];
}
