// The hot loops of the engine in AssemblyScript, as WebAssembly SIMD. The caller lays out the memory: nothing is allocated here.
// `npm run kernels` compiles it, and `npm test -- kernels` compares the committed binary with a new one.

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
      const sums = i32x4.extadd_pairwise_i16x8_u(i16x8.extadd_pairwise_i8x16_u(counts));
      const distance = i32x4.extract_lane(sums, 0) + i32x4.extract_lane(sums, 1) + i32x4.extract_lane(sums, 2) + i32x4.extract_lane(sums, 3);
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
