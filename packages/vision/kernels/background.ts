// The loops of the background removal: see `kernels.ts`.

/** The red, green and blue of RGBA, each in a plane of its own, behind each other; `pixels` is a multiple of 16. */
export function splitColors(rgba: usize, pixels: i32, planes: usize): void {
  for (let at = 0; at < pixels; at += 16, rgba += 64) {
    const a = v128.load(rgba);
    const b = v128.load(rgba, 16);
    const c = v128.load(rgba, 32);
    const d = v128.load(rgba, 48);
    // Red and green of eight pixels, then blue of eight.
    const rgFirst = i8x16.shuffle(a, b, 0, 4, 8, 12, 16, 20, 24, 28, 1, 5, 9, 13, 17, 21, 25, 29);
    const rgLast = i8x16.shuffle(c, d, 0, 4, 8, 12, 16, 20, 24, 28, 1, 5, 9, 13, 17, 21, 25, 29);
    const bFirst = i8x16.shuffle(a, b, 2, 6, 10, 14, 18, 22, 26, 30, 2, 6, 10, 14, 18, 22, 26, 30);
    const bLast = i8x16.shuffle(c, d, 2, 6, 10, 14, 18, 22, 26, 30, 2, 6, 10, 14, 18, 22, 26, 30);
    v128.store(planes + at, i64x2.shuffle(rgFirst, rgLast, 0, 2));
    v128.store(planes + pixels + at, i64x2.shuffle(rgFirst, rgLast, 1, 3));
    v128.store(planes + 2 * pixels + at, i64x2.shuffle(bFirst, bLast, 0, 2));
  }
}

@inline
function distance16(one: usize, other: usize, limit: v128): v128 {
  const a = v128.load(one);
  const b = v128.load(other);
  return i8x16.min_u(limit, v128.or(i8x16.sub_sat_u(a, b), i8x16.sub_sat_u(b, a)));
}

/**
 * The sum of the differences of two pictures, each cut off at `limit`, for every move of the second by up to `reach` pixels, row by row, as i32. Pixels
 * nearer to an edge than `reach` are left out, and those beyond a multiple of 16 columns.
 */
export function differences(one: usize, other: usize, width: i32, height: i32, reach: i32, limit: i32, out: usize): void {
  const cut = i8x16.splat(<i8>limit);
  const end = reach + ((width - 2 * reach) & ~15);
  for (let dy = -reach; dy <= reach; dy++) {
    for (let dx = -reach; dx <= reach; dx++, out += 4) {
      let total = i32x4.splat(0);
      for (let y = reach; y < height - reach; y++) {
        const from = one + y * width;
        const to = other + (y + dy) * width + dx;
        for (let x = reach; x < end; x += 16)
          total = i32x4.add(total, i32x4.extadd_pairwise_i16x8_u(i16x8.extadd_pairwise_i8x16_u(distance16(from + x, to + x, cut))));
      }
      store<i32>(out, i32x4.extract_lane(total, 0) + i32x4.extract_lane(total, 1) + i32x4.extract_lane(total, 2) + i32x4.extract_lane(total, 3));
    }
  }
}

@inline
function within(value: i32, last: i32): i32 {
  return min(max(value, 0), last);
}

/** A half of sixteen bilinear values. */
@inline
function mixed8(upper: usize, lower: usize, a: v128, b: v128, c: v128, d: v128): v128 {
  const above = i16x8.add(i16x8.mul(v128.load8x8_u(upper), a), i16x8.mul(v128.load8x8_u(upper + 1), b));
  const below = i16x8.add(i16x8.mul(v128.load8x8_u(lower), c), i16x8.mul(v128.load8x8_u(lower + 1), d));
  return i16x8.shr_u(i16x8.add(i16x8.add(above, below), i16x8.splat(128)), 8);
}

/**
 * Moves a picture: pixel (x, y) becomes the bilinear value at (left + x, top + y), between there and the next pixels with the weights `a` (there), `b`
 * (right), `c` (below) and `d`, whose sum is 256. Edge pixels go on.
 */
export function move(source: usize, width: i32, height: i32, left: i32, top: i32, a: i32, b: i32, c: i32, d: i32, out: usize): void {
  const va = i16x8.splat(<i16>a);
  const vb = i16x8.splat(<i16>b);
  const vc = i16x8.splat(<i16>c);
  const vd = i16x8.splat(<i16>d);
  for (let y = 0; y < height; y++) {
    const upper = source + within(top + y, height - 1) * width;
    const lower = source + within(top + y + 1, height - 1) * width;
    const to = out + y * width;
    for (let x = 0; x < width; ) {
      const from = left + x;
      if (from >= 0 && from + 17 <= width && x + 16 <= width) {
        v128.store(to + x, i8x16.narrow_i16x8_u(mixed8(upper + from, lower + from, va, vb, vc, vd), mixed8(upper + from + 8, lower + from + 8, va, vb, vc, vd)));
        x += 16;
        continue;
      }
      const here = within(from, width - 1);
      const next = within(from + 1, width - 1);
      const sum = <i32>load<u8>(upper + here) * a + <i32>load<u8>(upper + next) * b + <i32>load<u8>(lower + here) * c + <i32>load<u8>(lower + next) * d;
      store<u8>(to + x, <u8>((sum + 128) >> 8));
      x++;
    }
  }
}

@inline
function four(address: usize): v128 {
  return f32x4.convert_i32x4_u(i32x4.extend_low_i16x8_u(i16x8.extend_low_i8x16_u(v128.load32_zero(address))));
}

@inline
function squared(v: v128): v128 {
  return f32x4.mul(v, v);
}

/**
 * 255 for each pixel that is new: farther from the mean, as bright as the frame is, than `far` (a squared distance in units of the tolerance), and no
 * shadow of it, which is darker by one factor from `darkest` to `brightest` and else nearer than `shadow`. Of each of the three planes: `gains`; `means`
 * and the frame's `planes`, as bytes; `precisions`, 1 by the squared tolerance, as f32. From `saturated` on a channel tells nothing. `pixels` is a
 * multiple of four.
 */
export function compare(planes: usize, means: usize, precisions: usize, pixels: i32, gainRed: f32, gainGreen: f32, gainBlue: f32, far: f32, darkest: f32, brightest: f32, shadow: f32, saturated: f32, out: usize): void {
  const red = f32x4.splat(gainRed);
  const green = f32x4.splat(gainGreen);
  const blue = f32x4.splat(gainBlue);
  const clipped = f32x4.splat(saturated);
  const one = f32x4.splat(1);
  for (let at = 0; at < pixels; at += 4) {
    const r = four(planes + at);
    const g = four(planes + pixels + at);
    const b = four(planes + 2 * pixels + at);
    const er = f32x4.mul(four(means + at), red);
    const eg = f32x4.mul(four(means + pixels + at), green);
    const eb = f32x4.mul(four(means + 2 * pixels + at), blue);
    const pr = v128.load(precisions + (at << 2));
    const pg = v128.load(precisions + ((pixels + at) << 2));
    const pb = v128.load(precisions + ((2 * pixels + at) << 2));
    const ur = v128.or(f32x4.lt(r, clipped), f32x4.lt(er, clipped));
    const ug = v128.or(f32x4.lt(g, clipped), f32x4.lt(eg, clipped));
    const ub = v128.or(f32x4.lt(b, clipped), f32x4.lt(eb, clipped));
    let distance = v128.and(ur, f32x4.mul(squared(f32x4.sub(r, er)), pr));
    distance = f32x4.add(distance, v128.and(ug, f32x4.mul(squared(f32x4.sub(g, eg)), pg)));
    distance = f32x4.add(distance, v128.and(ub, f32x4.mul(squared(f32x4.sub(b, eb)), pb)));
    const isFar = f32x4.gt(distance, f32x4.splat(far));
    if (!v128.any_true(isFar)) {
      store<i32>(out + at, 0);
      continue;
    }
    let product = v128.and(ur, f32x4.mul(r, er));
    product = f32x4.add(product, v128.and(ug, f32x4.mul(g, eg)));
    product = f32x4.add(product, v128.and(ub, f32x4.mul(b, eb)));
    let square = v128.and(ur, squared(er));
    square = f32x4.add(square, v128.and(ug, squared(eg)));
    square = f32x4.add(square, v128.and(ub, squared(eb)));
    const factor = f32x4.div(product, f32x4.max(one, square));
    let chroma = f32x4.mul(squared(f32x4.sub(r, f32x4.mul(factor, er))), pr);
    chroma = f32x4.add(chroma, f32x4.mul(squared(f32x4.sub(g, f32x4.mul(factor, eg))), pg));
    chroma = f32x4.add(chroma, f32x4.mul(squared(f32x4.sub(b, f32x4.mul(factor, eb))), pb));
    const isDarker = v128.and(f32x4.gt(factor, f32x4.splat(darkest)), f32x4.lt(factor, f32x4.splat(brightest)));
    const isShadow = v128.and(isDarker, f32x4.lt(chroma, f32x4.splat(shadow)));
    const isNew = v128.andnot(isFar, isShadow);
    const words = i16x8.narrow_i32x4_s(isNew, isNew);
    v128.store32_lane(out + at, i8x16.narrow_i16x8_s(words, words), 0);
  }
}

/** Keeps the middle half of each value's range, twice as steep: 64 becomes 0 and 192 becomes 255; `pixels` is a multiple of 16. */
export function steepen(source: usize, pixels: i32): void {
  for (let at = source; at < source + pixels; at += 16) {
    const value = i8x16.sub_sat_u(v128.load(at), i8x16.splat(64));
    v128.store(at, i8x16.add_sat_u(value, value));
  }
}
