/** Grey pictures and their resampling. Coordinates name pixel centres: (0, 0) is the centre of the first pixel. */

/** One byte per pixel, row by row. */
export interface GrayImage {
  readonly width: number;
  readonly height: number;
  readonly data: Uint8Array;
}

export const createImage = (width: number, height: number, data = new Uint8Array(width * height)): GrayImage => ({
  width,
  height,
  data,
});

/** Luma of RGBA pixels (ITU-R BT.601), in integer arithmetic. */
export function grayOfRgba(width: number, height: number, rgba: Uint8Array | Uint8ClampedArray): GrayImage {
  const image = createImage(width, height);
  for (let to = 0, from = 0; to < image.data.length; to += 1, from += 4)
    image.data[to] = (77 * rgba[from]! + 150 * rgba[from + 1]! + 29 * rgba[from + 2]! + 128) >> 8;
  return image;
}

/** Halves by the mean of 2 × 2 pixels. Pixel (x, y) of the half is at (2x + 0.5, 2y + 0.5) of the whole; an odd last row or column is dropped. */
export function halve({ width: stride, height: rows, data }: GrayImage): GrayImage {
  const half = createImage(stride >> 1, rows >> 1);
  const { width, height } = half;
  for (let y = 0; y < height; y += 1)
    for (let x = 0, from = 2 * y * stride, to = y * width; x < width; x += 1, from += 2, to += 1)
      half.data[to] = (data[from]! + data[from + 1]! + data[from + stride]! + data[from + stride + 1]! + 2) >> 2;
  return half;
}

/** Where the samples of one axis lie: the lower pixel and the weight of the next one, in 1/256. */
export function samplePoints(size: number, length: number) {
  const index = new Int32Array(length);
  const weight = new Int32Array(length);
  for (let at = 0; at < length; at += 1) {
    const place = Math.min(Math.max(((at + 0.5) * size) / length - 0.5, 0), size - 1.001);
    index[at] = Math.floor(place);
    weight[at] = Math.floor((place - index[at]!) * 256);
  }
  return { index, weight };
}

/** Bilinear resampling. Aliases if it shrinks by more than two: see `shrink`. */
export function resize(source: GrayImage, width: number, height: number): GrayImage {
  const image = createImage(width, height);
  const columns = samplePoints(source.width, width);
  const rows = samplePoints(source.height, height);
  for (let y = 0, to = 0; y < height; y += 1) {
    const upper = rows.index[y]! * source.width;
    const lower = upper + source.width;
    const rowWeight = rows.weight[y]!;
    for (let x = 0; x < width; x += 1, to += 1) {
      const column = columns.index[x]!;
      const weight = columns.weight[x]!;
      const above = source.data[upper + column]! * (256 - weight) + source.data[upper + column + 1]! * weight;
      const below = source.data[lower + column]! * (256 - weight) + source.data[lower + column + 1]! * weight;
      image.data[to] = (above * (256 - rowWeight) + below * rowWeight + 32_768) >> 16;
    }
  }
  return image;
}

/** Shrinks by any factor without aliasing: halves first, then one bilinear step. */
export function shrink(source: GrayImage, width: number, height: number): GrayImage {
  let image = source;
  while (image.width >= 2 * width && image.height >= 2 * height) image = halve(image);
  return image.width === width && image.height === height ? image : resize(image, width, height);
}

/** The picture and its halves, down to this side or `levels` of them. */
export function buildPyramid(
  image: GrayImage,
  smallestSide: number,
  levels = Number.POSITIVE_INFINITY,
  half = halve,
): GrayImage[] {
  const pyramid = [image];
  for (let last = image; pyramid.length < levels && Math.min(last.width, last.height) >= smallestSide; ) {
    last = half(last);
    pyramid.push(last);
  }
  return pyramid;
}

/** Integer weights of a Gaussian that sum to 256. */
export function gaussianKernel(sigma: number): Int32Array {
  const radius = Math.max(1, Math.ceil(2.5 * sigma));
  const weights = Array.from({ length: 2 * radius + 1 }, (_, at) => Math.exp((-0.5 * (at - radius) ** 2) / sigma ** 2));
  const sum = weights.reduce((total, weight) => total + weight);
  const kernel = Int32Array.from(weights, (weight) => Math.round((weight / sum) * 256));
  kernel[radius]! += 256 - kernel.reduce((total, weight) => total + weight, 0);
  return kernel;
}

/** One pass of a separable filter over lines of `length` pixels, `step` apart; the pixels at the ends are repeated. */
function filterLine(
  data: Uint8Array,
  to: Uint8Array,
  kernel: Int32Array,
  line: { start: number; length: number; step: number },
) {
  const radius = kernel.length >> 1;
  const { start, length, step } = line;
  for (let at = 0; at < length; at += 1) {
    let sum = 128;
    if (at >= radius && at < length - radius)
      for (let tap = 0, from = start + (at - radius) * step; tap < kernel.length; tap += 1, from += step)
        sum += kernel[tap]! * data[from]!;
    else
      for (let tap = 0; tap < kernel.length; tap += 1)
        sum += kernel[tap]! * data[start + Math.min(Math.max(at + tap - radius, 0), length - 1) * step]!;
    to[start + at * step] = sum >> 8;
  }
}

/** Gaussian blur, separable, with integer weights: the same result on every machine. */
export function blur(image: GrayImage, sigma: number): GrayImage {
  if (sigma < 0.05) return image;
  const kernel = gaussianKernel(sigma);
  const { width, height, data } = image;
  const across = new Uint8Array(data.length);
  const blurred = createImage(width, height);
  for (let y = 0; y < height; y += 1) filterLine(data, across, kernel, { start: y * width, length: width, step: 1 });
  for (let x = 0; x < width; x += 1)
    filterLine(across, blurred.data, kernel, { start: x, length: height, step: width });
  return blurred;
}

/** Bilinear value at a place with 0 ≤ x < width − 1 and 0 ≤ y < height − 1, which the caller guarantees. */
export function sampleAt({ width, data }: GrayImage, x: number, y: number): number {
  const column = Math.floor(x);
  const row = Math.floor(y);
  const across = x - column;
  const down = y - row;
  const at = row * width + column;
  const upper = data[at]! + (data[at + 1]! - data[at]!) * across;
  const lower = data[at + width]! + (data[at + width + 1]! - data[at + width]!) * across;
  return upper + (lower - upper) * down;
}

/** `sampleAt` with the place moved into the picture. */
export const sampleInside = (image: GrayImage, x: number, y: number): number =>
  sampleAt(image, Math.min(Math.max(x, 0), image.width - 1.01), Math.min(Math.max(y, 0), image.height - 1.01));
