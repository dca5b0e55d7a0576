// Corners of a picture: see `kernels.ts`.

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
export function sumOf(v: v128): i32 {
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
