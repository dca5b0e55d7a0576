import { createRandom } from './random';

const TESTS = 256;
const SEED = 20_251_125;
const SIGMA = 6.2;
const RADIUS = 14;
const DISTANCE_MIN = 3;
/** A descriptor's pattern is turned by multiples of 360° / `TURNS`. */
export const TURNS = 64;

/**
 * The tests of a descriptor, each x0, y0, x1, y1 around the key point: drawn from a Gaussian within a radius (BRIEF, Calonder et al. 2010,
 * G II). Stored descriptors depend on it: no number here may change without a new version of their format.
 */
export const PATTERN: Int8Array = drawPattern();

/** The pattern at each turn. */
export const PATTERNS: Int8Array = (() => {
  const turned = new Int8Array(TURNS * PATTERN.length);
  for (let turn = 0; turn < TURNS; turn += 1) {
    const [cos, sin] = [Math.cos((2 * Math.PI * turn) / TURNS), Math.sin((2 * Math.PI * turn) / TURNS)];
    for (let at = 0; at < PATTERN.length; at += 2) {
      const [x, y] = [PATTERN[at]!, PATTERN[at + 1]!];
      turned[turn * PATTERN.length + at] = Math.round(cos * x - sin * y);
      turned[turn * PATTERN.length + at + 1] = Math.round(sin * x + cos * y);
    }
  }
  return turned;
})();

/** The radius of the disc whose centroid gives a point its orientation. */
const DISC_RADIUS = 15;
const DISC_COLUMNS = 2 * DISC_RADIUS + 2;

/** Of each row of the disc the x of its columns, from −16 on, and then their y; 0 beyond the disc. */
export const DISC: Int16Array = (() => {
  const disc = new Int16Array((2 * DISC_RADIUS + 1) * 2 * DISC_COLUMNS);
  for (let y = -DISC_RADIUS; y <= DISC_RADIUS; y += 1) {
    const reach = Math.floor(Math.sqrt(DISC_RADIUS ** 2 - y ** 2));
    const row = (y + DISC_RADIUS) * 2 * DISC_COLUMNS;
    for (let x = -reach; x <= reach; x += 1) {
      const column = row + x + DISC_COLUMNS / 2;
      disc[column] = x;
      disc[column + DISC_COLUMNS] = y;
    }
  }
  return disc;
})();

function drawPattern(): Int8Array {
  const random = createRandom(SEED);
  const gaussian = () => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
  const pattern = new Int8Array(4 * TESTS);
  for (let at = 0; at < pattern.length; ) {
    const [x0, y0, x1, y1] = Array.from({ length: 4 }, () => Math.round(SIGMA * gaussian())) as [
      number,
      number,
      number,
      number,
    ];
    const isWithin = Math.hypot(x0, y0) <= RADIUS && Math.hypot(x1, y1) <= RADIUS;
    if (!isWithin || Math.hypot(x0 - x1, y0 - y1) < DISTANCE_MIN) continue;
    pattern.set([x0, y0, x1, y1], at);
    at += 4;
  }
  return pattern;
}
