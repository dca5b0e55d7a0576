// Descriptors of points: see `kernels.ts`.
import { sumOf } from './corners';

/** Bytes of a descriptor. */
const DESCRIPTOR: i32 = 32;

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
