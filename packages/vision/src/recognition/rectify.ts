import type { Homography, Point } from '../homography';
import type { ColorImage } from './color-image';
import type { Quad } from './tile';

/** The longer side of a rectified picture, at most: more than a description needs. */
const SIDE_MAX = 512;
/** Cut off all around, as a share: the ground beside an edge that is not quite straight. */
const MARGIN = 0.015;

/** Maps the unit square to a quadrilateral (Heckbert, Fundamentals of texture mapping, 1989, section 2.2.3). */
function fromUnitSquare([[x0, y0], [x1, y1], [x2, y2], [x3, y3]]: Quad): Homography {
  const [dx1, dx2, dx3] = [x1 - x2, x3 - x2, x0 - x1 + x2 - x3];
  const [dy1, dy2, dy3] = [y1 - y2, y3 - y2, y0 - y1 + y2 - y3];
  const determinant = dx1 * dy2 - dx2 * dy1;
  const g = (dx3 * dy2 - dx2 * dy3) / determinant;
  const h = (dx1 * dy3 - dx3 * dy1) / determinant;
  return Float64Array.of(x1 - x0 + g * x1, x3 - x0 + h * x3, x0, y1 - y0 + g * y1, y3 - y0 + h * y3, y0, g, h, 1);
}

const distance = (one: Point, other: Point) => Math.hypot(one[0] - other[0], one[1] - other[1]);

/** What is within the quadrilateral, as a rectangle seen from the front: bilinear. */
export function rectify(image: ColorImage, quad: Quad): ColorImage {
  const across = (distance(quad[0], quad[1]) + distance(quad[3], quad[2])) / 2;
  const down = (distance(quad[0], quad[3]) + distance(quad[1], quad[2])) / 2;
  const scale = Math.min(1, SIDE_MAX / Math.max(across, down));
  const [width, height] = [Math.max(1, Math.round(across * scale)), Math.max(1, Math.round(down * scale))];
  const data = new Uint8ClampedArray(4 * width * height).fill(255);
  const h = fromUnitSquare(quad);
  const place = (at: number, size: number) => MARGIN + ((at + 0.5) / size) * (1 - 2 * MARGIN);
  for (let y = 0, to = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1, to += 4) {
      const [u, v] = [place(x, width), place(y, height)];
      const depth = h[6]! * u + h[7]! * v + h[8]!;
      const column = (h[0]! * u + h[1]! * v + h[2]!) / depth - 0.5;
      const row = (h[3]! * u + h[4]! * v + h[5]!) / depth - 0.5;
      mixPixel(image, column, row, data.subarray(to, to + 3));
    }
  return { width, height, data };
}

function mixPixel({ width, height, data }: ColorImage, x: number, y: number, out: Uint8ClampedArray) {
  const column = Math.min(Math.max(x, 0), width - 1);
  const row = Math.min(Math.max(y, 0), height - 1);
  const [left, top] = [Math.floor(column), Math.floor(row)];
  const [across, down] = [column - left, row - top];
  const right = left + 1 < width ? 4 : 0;
  const below = top + 1 < height ? 4 * width : 0;
  const at = 4 * (top * width + left);
  for (let part = 0; part < 3; part += 1) {
    const from = at + part;
    const upper = data[from]! * (1 - across) + data[from + right]! * across;
    const lower = data[from + below]! * (1 - across) + data[from + below + right]! * across;
    out[part] = upper * (1 - down) + lower * down;
  }
}
