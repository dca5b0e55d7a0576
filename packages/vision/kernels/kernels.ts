// The hot loops of the engine in AssemblyScript, as WebAssembly SIMD. The caller lays out the memory: nothing is allocated here.
// `npm run kernels` compiles it, and `npm test -- kernels` compares the committed binary with a new one.

export { compare, differences, move, splitColors, steepen } from './background';

/** Bytes of a descriptor. */
const DESCRIPTOR: i32 = 32;
/** Floats of a row of a template; those after its width are 0. */
const TEMPLATE_STRIDE: i32 = 16;

/** The pixel with this number on the ring of 16 around `at` (Rosten and Drummond, FAST). */
@inline
function ring(at: usize, width: i32, k: i32): usize {
  switch (k & 15) {
    case 0: return at - 3 * width;
    case 1: return at - 3 * width + 1;
    case 2: return at - 2 * width + 2;
    case 3: return at - width + 3;
    case 4: return at + 3;
    case 5: return at + width + 3;
    case 6: return at + 2 * width + 2;
    case 7: return at + 3 * width + 1;
    case 8: return at + 3 * width;
    case 9: return at + 3 * width - 1;
    case 10: return at + 2 * width - 2;
    case 11: return at + width - 3;
    case 12: return at - 3;
    case 13: return at - width - 3;
    case 14: return at - 2 * width - 2;
    default: return at - 3 * width - 1;
  }
}

/**
 * FAST-9: corners whose ring has nine neighbours in a row that are brighter, or darker, than the centre by more than `threshold`; 16 pixels
 * at once. Writes their indices (i32), at most `max`, in the order of rows.
 * @returns how many
 */
export function fast9(source: usize, width: i32, height: i32, border: i32, threshold: i32, out: usize, max: i32): i32 {
  const t = i8x16.splat(<i8>threshold);
  const eight = i8x16.splat(8);
  const end = width - border;
  let n = 0;
  for (let y = border; y < height - border; y++) {
    for (let start = border; start < end; start += 16) {
      const x = min(start, end - 16);
      const at = source + y * width + x;
      const centre = v128.load(at);
      const high = i8x16.add_sat_u(centre, t);
      const low = i8x16.sub_sat_u(centre, t);
      const top = v128.load(at - 3 * width);
      const bottom = v128.load(at + 3 * width);
      const right = v128.load(at + 3);
      const left = v128.load(at - 3);
      // Nine in a row always hold two neighbouring compass points.
      const bright = v128.and(v128.or(i8x16.gt_u(top, high), i8x16.gt_u(bottom, high)), v128.or(i8x16.gt_u(right, high), i8x16.gt_u(left, high)));
      const dark = v128.and(v128.or(i8x16.lt_u(top, low), i8x16.lt_u(bottom, low)), v128.or(i8x16.lt_u(right, low), i8x16.lt_u(left, low)));
      if (!v128.any_true(v128.or(bright, dark))) continue;
      let brightRun = i8x16.splat(0);
      let darkRun = brightRun;
      let longest = brightRun;
      for (let k = 0; k < 24; k++) {
        const pixel = v128.load(ring(at, width, k));
        const isBright = i8x16.gt_u(pixel, high);
        const isDark = i8x16.lt_u(pixel, low);
        brightRun = v128.and(i8x16.sub(brightRun, isBright), isBright);
        darkRun = v128.and(i8x16.sub(darkRun, isDark), isDark);
        longest = i8x16.max_u(longest, i8x16.max_u(brightRun, darkRun));
      }
      // The last sixteen of a row overlap those before.
      let mask = i8x16.bitmask(i8x16.gt_u(longest, eight)) & (-1 << (start - x));
      while (mask != 0 && n < max) {
        store<i32>(out + (n << 2), y * width + x + ctz(mask));
        n++;
        mask &= mask - 1;
      }
    }
  }
  return n;
}

@inline
function strengthAt(at: usize, width: i32): f32 {
  const seven = i16x8(-1, -1, -1, -1, -1, -1, -1, 0);
  let xx = i32x4.splat(0);
  let yy = xx;
  let xy = xx;
  for (let row = -3; row <= 3; row++) {
    const from = at + row * width - 3;
    const across = v128.and(seven, i16x8.sub(v128.load8x8_u(from + 1), v128.load8x8_u(from - 1)));
    const down = v128.and(seven, i16x8.sub(v128.load8x8_u(from + width), v128.load8x8_u(from - width)));
    xx = i32x4.add(xx, i32x4.dot_i16x8_s(across, across));
    yy = i32x4.add(yy, i32x4.dot_i16x8_s(down, down));
    xy = i32x4.add(xy, i32x4.dot_i16x8_s(across, down));
  }
  const a = <f64>sumOf(xx);
  const c = <f64>sumOf(yy);
  const b = <f64>sumOf(xy);
  const difference = (a - c) / 2;
  return <f32>((a + c) / 2 - sqrt<f64>(difference * difference + b * b));
}

@inline
function sumOf(v: v128): i32 {
  return i32x4.extract_lane(v, 0) + i32x4.extract_lane(v, 1) + i32x4.extract_lane(v, 2) + i32x4.extract_lane(v, 3);
}

/** The greatest strength of `count` neighbouring pixels from `first` on, whose corners are listed from `from` on; 0 without any. */
@inline
function strongestOf(corners: usize, strengths: usize, from: i32, n: i32, first: i32, count: i32): f32 {
  let strongest: f32 = 0;
  for (let k = from; k < n; k++) {
    const at = load<i32>(corners + (k << 2));
    if (at >= first + count) break;
    if (at >= first) strongest = max(strongest, load<f32>(strengths + (k << 2)));
  }
  return strongest;
}

/**
 * Keeps those of `n` corners, in the order of rows, whose smaller eigenvalue of the structure tensor of 7 × 7 pixels (Shi and Tomasi, 1994) is
 * above `least` and above that of their eight neighbours; of equal ones the last is kept. `strengths` has room for 3n f32: the strength of each corner,
 * then index (i32) and strength of each that is kept.
 * @returns how many are kept
 */
export function peaks(source: usize, width: i32, corners: usize, n: i32, least: f32, strengths: usize): i32 {
  for (let k = 0; k < n; k++) store<f32>(strengths + (k << 2), strengthAt(source + load<i32>(corners + (k << 2)), width));
  const kept = strengths + (n << 2);
  let above = 0;
  let below = 0;
  let count = 0;
  for (let k = 0; k < n; k++) {
    const at = load<i32>(corners + (k << 2));
    const own = load<f32>(strengths + (k << 2));
    while (load<i32>(corners + (above << 2)) < at - width - 1) above++;
    while (below < n && load<i32>(corners + (below << 2)) < at + width - 1) below++;
    if (own <= least) continue;
    const before = max(strongestOf(corners, strengths, above, k, at - width - 1, 3), strongestOf(corners, strengths, max(k - 1, 0), k, at - 1, 1));
    const after = max(strongestOf(corners, strengths, below, n, at + width - 1, 3), strongestOf(corners, strengths, k + 1, n, at + 1, 1));
    if (before > own || after >= own) continue;
    store<i32>(kept + (count << 3), at);
    store<f32>(kept + (count << 3), own, 4);
    count++;
  }
  return count;
}

/**
 * The moments Σ x·value and Σ y·value of the disc around each point, as two i32. `disc`: of its 31 rows the x of 32 columns from −16 on, then the y of
 * each, as i16; 0 beyond the disc.
 */
export function moments(source: usize, width: i32, points: usize, n: i32, disc: usize, out: usize): void {
  for (let k = 0; k < n; k++) {
    let from = source + load<i32>(points + (k << 2)) - 15 * width - 16;
    let across = i32x4.splat(0);
    let down = across;
    let table = disc;
    for (let row = 0; row < 31; row++, from += width, table += 128) {
      for (let part = 0; part < 4; part++) {
        const values = v128.load8x8_u(from + (part << 3));
        across = i32x4.add(across, i32x4.dot_i16x8_s(values, v128.load(table + (part << 4))));
        down = i32x4.add(down, i32x4.dot_i16x8_s(values, v128.load(table + (part << 4), 64)));
      }
    }
    store<i32>(out + (k << 3), sumOf(across));
    store<i32>(out + (k << 3), sumOf(down), 4);
  }
}

/**
 * The descriptor of each point: 256 comparisons of two pixels. `patterns`: for each turn x0, y0, x1, y1 of each test, as i8; `turns`: the turn of
 * each point, as i32.
 */
export function describe(source: usize, width: i32, points: usize, turns: usize, n: i32, patterns: usize, out: usize): void {
  for (let k = 0; k < n; k++) {
    const at = source + load<i32>(points + (k << 2));
    let test = patterns + load<i32>(turns + (k << 2)) * 1024;
    for (let word = 0; word < 8; word++) {
      let bits = 0;
      for (let bit = 0; bit < 32; bit++, test += 4) {
        const one = load<u8>(at + load<i8>(test, 1) * width + load<i8>(test));
        const other = load<u8>(at + load<i8>(test, 3) * width + load<i8>(test, 2));
        bits |= i32(one < other) << bit;
      }
      store<i32>(out + (k << 5) + (word << 2), bits);
    }
  }
}

/**
 * For each of `queries` descriptors of 256 bits: the index of the nearest train descriptor, its Hamming distance, and the least distance of
 * one that lies elsewhere (`places`: x, y as f32; farther than √apart), as three i32.
 */
export function match(query: usize, queries: i32, train: usize, trained: i32, places: usize, apart: f32, out: usize): void {
  for (let i = 0; i < queries; i++) {
    const first = v128.load(query + i * DESCRIPTOR);
    const last = v128.load(query + i * DESCRIPTOR + 16);
    let best = 257;
    let second = 257;
    let index = -1;
    let bestX: f32 = 0;
    let bestY: f32 = 0;
    let at = train;
    for (let j = 0; j < trained; j++, at += DESCRIPTOR) {
      const counts = i8x16.add(i8x16.popcnt(v128.xor(first, v128.load(at))), i8x16.popcnt(v128.xor(last, v128.load(at, 16))));
      const sums = i16x8.extadd_pairwise_i8x16_u(counts);
      // The product adds four sums of 16 bits up in its highest ones.
      const distance = <i32>(((i64x2.extract_lane(sums, 0) + i64x2.extract_lane(sums, 1)) * 0x0001_0001_0001_0001) >>> 48);
      if (distance >= second) continue;
      const x = load<f32>(places + (j << 3));
      const y = load<f32>(places + (j << 3) + 4);
      const isNear = index >= 0 && (x - bestX) * (x - bestX) + (y - bestY) * (y - bestY) < apart;
      if (distance < best) {
        if (!isNear) second = best;
        best = distance;
        index = j;
        bestX = x;
        bestY = y;
      } else if (!isNear) second = distance;
    }
    store<i32>(out + i * 12, index);
    store<i32>(out + i * 12 + 4, best);
    store<i32>(out + i * 12 + 8, second);
  }
}

@inline
function sum(v: v128): f32 {
  return f32x4.extract_lane(v, 0) + f32x4.extract_lane(v, 1) + f32x4.extract_lane(v, 2) + f32x4.extract_lane(v, 3);
}

/**
 * Zero-mean normalised cross-correlation of a template of size × size (at most 16, of mean 0, `norm` its sum of squares) with the places
 * within `radius` of (x, y), row by row, as f32; −1 where the picture is flat. Behind the template stands a row of ones for its width.
 */
export function zncc(image: usize, width: i32, x: i32, y: i32, size: i32, radius: i32, template: usize, norm: f32, out: usize): void {
  const half = size >> 1;
  const area = <f32>(size * size);
  const lanes = template + TEMPLATE_STRIDE * TEMPLATE_STRIDE * 4;
  let to = out;
  for (let dy = -radius; dy <= radius; dy++) {
    for (let dx = -radius; dx <= radius; dx++, to += 4) {
      let product = f32x4.splat(0);
      let total = f32x4.splat(0);
      let squares = f32x4.splat(0);
      for (let row = 0; row < size; row++) {
        const from = image + (y + dy + row - half) * width + x + dx - half;
        const line = template + row * TEMPLATE_STRIDE * 4;
        for (let column = 0; column < size; column += 4) {
          const bytes = v128.load32_zero(from + column);
          const pixels = f32x4.convert_i32x4_u(i32x4.extend_low_i16x8_u(i16x8.extend_low_i8x16_u(bytes)));
          const gray = f32x4.mul(pixels, v128.load(lanes + (column << 2)));
          product = f32x4.add(product, f32x4.mul(gray, v128.load(line + (column << 2))));
          total = f32x4.add(total, gray);
          squares = f32x4.add(squares, f32x4.mul(gray, gray));
        }
      }
      const mean = sum(total);
      const variance = sum(squares) - (mean * mean) / area;
      store<f32>(to, variance > area * 4 ? sum(product) / sqrt<f32>(variance * norm) : -1);
    }
  }
}

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

/**
 * Renders a patch of `size` × `size` pixels, whose first one is at (x, y) of the picture, one column (columnX, columnY) and one row (rowX, rowY) apart, as
 * a template of mean 0. Every place must lie in the picture, its last row and column left out.
 * @returns the sum of squares
 */
export function render(source: usize, width: i32, x: f64, y: f64, columnX: f64, columnY: f64, rowX: f64, rowY: f64, size: i32, template: usize): f64 {
  let total: f64 = 0;
  for (let row = 0; row < size; row++) {
    for (let column = 0; column < size; column++) {
      const atX = x + columnX * <f64>column + rowX * <f64>row;
      const atY = y + columnY * <f64>column + rowY * <f64>row;
      const left = <i32>atX;
      const top = <i32>atY;
      const across = atX - <f64>left;
      const at = source + top * width + left;
      const upper = <f64>load<u8>(at) + (<f64>load<u8>(at, 1) - <f64>load<u8>(at)) * across;
      const lower = <f64>load<u8>(at + width) + (<f64>load<u8>(at + width, 1) - <f64>load<u8>(at + width)) * across;
      const value = upper + (lower - upper) * (atY - <f64>top);
      store<f32>(template + ((row * TEMPLATE_STRIDE + column) << 2), <f32>value);
      total += value;
    }
  }
  const mean = total / <f64>(size * size);
  let squares: f64 = 0;
  for (let row = 0; row < size; row++) {
    for (let column = 0; column < size; column++) {
      const at = template + ((row * TEMPLATE_STRIDE + column) << 2);
      const value = <f64>load<f32>(at) - mean;
      store<f32>(at, <f32>value);
      squares += value * value;
    }
  }
  return squares;
}

/**
 * Maps a picture affinely: pixel (x, y) of the result is the mean of `samples` places around (originX + columnX·x + rowX·y, …), a row's step in all, which
 * is against aliasing along it. Edge pixels go on.
 */
export function warp(source: usize, width: i32, height: i32, originX: f64, originY: f64, columnX: f64, columnY: f64, rowX: f64, rowY: f64, samples: i32, out: usize, outWidth: i32, outHeight: i32): void {
  const n = <f64>samples;
  const lastX = <f64>width - 1.01;
  const lastY = <f64>height - 1.01;
  for (let y = 0; y < outHeight; y++) {
    for (let x = 0; x < outWidth; x++, out++) {
      let atX = originX + columnX * <f64>x + rowX * <f64>y - rowX * (n - 1) / (2 * n);
      let atY = originY + columnY * <f64>x + rowY * <f64>y - rowY * (n - 1) / (2 * n);
      let total: f64 = 0;
      for (let sample = 0; sample < samples; sample++) {
        const placeX = min(max(atX, 0), lastX);
        const placeY = min(max(atY, 0), lastY);
        const left = <i32>placeX;
        const top = <i32>placeY;
        const at = source + top * width + left;
        const across = placeX - <f64>left;
        const upper = <f64>load<u8>(at) + (<f64>load<u8>(at, 1) - <f64>load<u8>(at)) * across;
        const lower = <f64>load<u8>(at + width) + (<f64>load<u8>(at + width, 1) - <f64>load<u8>(at + width)) * across;
        total += upper + (lower - upper) * (placeY - <f64>top);
        atX += rowX / n;
        atY += rowY / n;
      }
      store<u8>(out, <u8>(total / n));
    }
  }
}
