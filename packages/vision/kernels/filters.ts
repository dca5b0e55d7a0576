// Filters and other sizes of pictures: see `kernels.ts`.

@inline
function clamp(value: i32, last: i32): i32 {
  return min(max(value, 0), last);
}

/** The weighted sum of bytes at `from`, `from + step`, …, for 16 neighbours at once; the weights (u16) sum to 256. */
@inline
function weighted16(from: usize, step: usize, weights: usize, taps: i32): v128 {
  let low = i16x8.splat(128);
  let high = low;
  for (let tap = 0; tap < taps; tap++) {
    const weight = v128.load16_splat(weights + (tap << 1));
    const pixels = v128.load(from + tap * step);
    low = i16x8.add(low, i16x8.mul(i16x8.extend_low_i8x16_u(pixels), weight));
    high = i16x8.add(high, i16x8.mul(i16x8.extend_high_i8x16_u(pixels), weight));
  }
  return i8x16.narrow_i16x8_u(i16x8.shr_u(low, 8), i16x8.shr_u(high, 8));
}

/** One line of a filter whose taps lie partly beyond the picture, whose edge pixels go on. */
function filterPixel(row: usize, at: i32, last: i32, step: i32, weights: usize, taps: i32): u8 {
  let sum = 128;
  for (let tap = 0; tap < taps; tap++)
    sum += <i32>load<u16>(weights + (tap << 1)) * <i32>load<u8>(row + clamp(at + tap - (taps >> 1), last) * step);
  return <u8>(sum >> 8);
}

/** Separable filter with weights (u16, an odd number, sum 256) of a picture of at least 16 columns; `between` has room for the picture. */
export function filter(source: usize, width: i32, height: i32, weights: usize, taps: i32, between: usize, out: usize): void {
  const radius = taps >> 1;
  for (let y = 0; y < height; y++) {
    const row = source + y * width;
    const to = between + y * width;
    for (let x = 0; x < radius; x++) {
      store<u8>(to + x, filterPixel(row, x, width - 1, 1, weights, taps));
      store<u8>(to + width - 1 - x, filterPixel(row, width - 1 - x, width - 1, 1, weights, taps));
    }
    for (let start = radius; start < width - radius; start += 16) {
      const x = max(radius, min(start, width - radius - 16));
      v128.store(to + x, weighted16(row + x - radius, 1, weights, taps));
    }
  }
  for (let y = 0; y < height; y++) {
    const to = out + y * width;
    if (y < radius || y >= height - radius) {
      for (let x = 0; x < width; x++) store<u8>(to + x, filterPixel(between + x, y, height - 1, width, weights, taps));
      continue;
    }
    for (let start = 0; start < width; start += 16) {
      const x = min(start, width - 16);
      v128.store(to + x, weighted16(between + (y - radius) * width + x, width, weights, taps));
    }
  }
}

/** The means of 2 × 2 pixels; an odd last row or column is dropped. */
export function halve(source: usize, width: i32, height: i32, out: usize): void {
  const columns = width >> 1;
  for (let y = 0; y < height >> 1; y++) {
    const upper = source + 2 * y * width;
    const lower = upper + width;
    const to = out + y * columns;
    if (columns < 16) {
      for (let x = 0; x < columns; x++)
        store<u8>(to + x, <u8>((<i32>load<u8>(upper + 2 * x) + <i32>load<u8>(upper + 2 * x, 1) + <i32>load<u8>(lower + 2 * x) + <i32>load<u8>(lower + 2 * x, 1) + 2) >> 2));
      continue;
    }
    for (let start = 0; start < columns; start += 16) {
      const x = min(start, columns - 16);
      v128.store(to + x, i8x16.narrow_i16x8_u(quarter(upper + 2 * x, lower + 2 * x), quarter(upper + 2 * x + 16, lower + 2 * x + 16)));
    }
  }
}

/** Eight means of 2 × 2 pixels. */
@inline
function quarter(upper: usize, lower: usize): v128 {
  const total = i16x8.add(i16x8.extadd_pairwise_i8x16_u(v128.load(upper)), i16x8.extadd_pairwise_i8x16_u(v128.load(lower)));
  return i16x8.shr_u(i16x8.add(total, i16x8.splat(2)), 2);
}

/** Eight pixels of two rows, weighted in 1/256, less 2¹⁵: they fit into 16 bits with a sign. */
@inline
function between8(upper: usize, lower: usize, upperWeight: v128, lowerWeight: v128): v128 {
  const mixed = i16x8.add(i16x8.mul(v128.load8x8_u(upper), upperWeight), i16x8.mul(v128.load8x8_u(lower), lowerWeight));
  return v128.xor(mixed, i16x8.splat(-32768));
}

/**
 * Bilinear resampling. `columns`: the left pixel of each column (i32), padded to a multiple of four; `weights`: the weights of it and of the next, in
 * 1/256, as two i16, padded as well; `rows`: upper row and weight of the lower one of each row, as two i32. `line` has room for a row of i16.
 * What stands behind the pictures is read, and three bytes of it written.
 */
export function resize(source: usize, width: i32, columns: usize, weights: usize, rows: usize, line: usize, out: usize, outWidth: i32, outHeight: i32): void {
  // Undoes the shift of both pixels, and rounds.
  const offset = i32x4.splat(32768 * 256 + 32768);
  for (let y = 0; y < outHeight; y++) {
    const upper = source + load<i32>(rows + (y << 3)) * width;
    const lowerWeight = load<i32>(rows + (y << 3), 4);
    const one = i16x8.splat(<i16>(256 - lowerWeight));
    const other = i16x8.splat(<i16>lowerWeight);
    for (let x = 0; x < width; x += 8) v128.store(line + (x << 1), between8(upper + x, upper + width + x, one, other));
    const to = out + y * outWidth;
    for (let x = 0; x < outWidth; x += 4) {
      const from = columns + (x << 2);
      let pairs = v128.load32_zero(line + (load<i32>(from) << 1));
      pairs = v128.load32_lane(line + (load<i32>(from, 4) << 1), pairs, 1);
      pairs = v128.load32_lane(line + (load<i32>(from, 8) << 1), pairs, 2);
      pairs = v128.load32_lane(line + (load<i32>(from, 12) << 1), pairs, 3);
      const values = i32x4.shr_u(i32x4.add(i32x4.dot_i16x8_s(pairs, v128.load(weights + (x << 2))), offset), 16);
      const bytes = i8x16.narrow_i16x8_u(i16x8.narrow_i32x4_u(values, values), values);
      v128.store32_lane(to + x, bytes, 0);
    }
  }
}
