import { createRandom } from './random';

const TESTS = 256;
const SEED = 20_251_125;
const SIGMA = 6.2;
const RADIUS = 14;
const DISTANCE_MIN = 3;

/**
 * The tests of a descriptor, each x0, y0, x1, y1 around the key point: drawn from a Gaussian within a radius (BRIEF, Calonder et al. 2010,
 * G II). Stored descriptors depend on it: no number here may change without a new version of their format.
 */
export const PATTERN: Int8Array = drawPattern();

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
