import fc from 'fast-check';
import { expect, test } from 'vitest';
import { fitHomography, solve } from './fit';
import { apply, cornerError, invert, isPlausible, jacobianAt, multiply, normalized, shifted } from './homography';
import { createRandom } from './random';

const size = { width: 400, height: 300 };
const tilted = Float64Array.of(0.9, 0.1, 40, -0.08, 1.1, 25, 0.0004, -0.0002, 1);
const identity = Float64Array.of(1, 0, 0, 0, 1, 0, 0, 0, 1);

/** Points of the target, where `tilted` puts them, with noise; the last `wrong` are far off. */
function pairsWith({ count = 40, noise = 0, weights = 1, wrong = 0 }) {
  const random = createRandom(7);
  const from = Float64Array.from(
    { length: 2 * count },
    (_, at) => random() * (at % 2 === 0 ? size.width : size.height),
  );
  const to = new Float64Array(2 * count);
  for (let at = 0; at < count; at += 1) {
    const [x, y] = apply(tilted, from[2 * at]!, from[2 * at + 1]!);
    const off = at >= count - wrong ? 80 : 0;
    to.set([x + off + noise * (random() - 0.5), y + noise * (random() - 0.5)], 2 * at);
  }
  return { from, to, weights: Float64Array.from({ length: count }, (_, at) => (at >= count - wrong ? 0 : weights)) };
}

test('the inverse undoes a homography', () => {
  const both = normalized(multiply(invert(tilted), tilted));
  for (const [at, value] of identity.entries()) expect(both[at]).toBeCloseTo(value, 9);
});

test('the Jacobian is the derivative of the map', () => {
  const [ux, uy, vx, vy] = jacobianAt(tilted, 120, 80);
  const step = 1e-4;
  const here = apply(tilted, 120, 80);
  const across = apply(tilted, 120 + step, 80);
  const down = apply(tilted, 120, 80 + step);
  expect([ux, vx].map((value) => value.toFixed(4))).toEqual(
    [0, 1].map((axis) => ((across[axis]! - here[axis]!) / step).toFixed(4)),
  );
  expect([uy, vy].map((value) => value.toFixed(4))).toEqual(
    [0, 1].map((axis) => ((down[axis]! - here[axis]!) / step).toFixed(4)),
  );
});

test('shifting moves every point by the same', () => {
  const [x, y] = apply(tilted, 33, 44);
  const [movedX, movedY] = apply(shifted(tilted, 5, -3), 33, 44);
  expect(movedX - x).toBeCloseTo(5, 9);
  expect(movedY - y).toBeCloseTo(-3, 9);
});

test('a homography is fitted to the points, whatever has no weight', () => {
  const exact = fitHomography(pairsWith({ wrong: 8 }), identity, 8)!;
  expect(cornerError(exact, tilted, size)).toBeLessThan(1e-3);
  const noisy = fitHomography(pairsWith({ noise: 1 }), tilted, 4)!;
  expect(cornerError(noisy, tilted, size)).toBeLessThan(0.6);
});

test('points in one place give no fit', () => {
  const same = {
    from: new Float64Array(20).fill(5),
    to: new Float64Array(20).fill(9),
    weights: new Float64Array(10).fill(1),
  };
  expect(fitHomography(same, identity, 2)).toBeNull();
  const none = { ...pairsWith({}), weights: new Float64Array(40) };
  expect(fitHomography(none, identity, 2)).toBeNull();
});

test('a mirrored, folded, tiny or distant rectangle is not plausible', () => {
  expect(isPlausible(tilted, size, 300)).toBe(true);
  expect(isPlausible(multiply(tilted, Float64Array.of(-1, 0, 400, 0, 1, 0, 0, 0, 1)), size, 300)).toBe(false);
  expect(isPlausible(Float64Array.of(1, 0, 0, 0, 1, 0, -0.005, 0, 1), size, 300)).toBe(false);
  expect(isPlausible(Float64Array.of(0.01, 0, 0, 0, 0.01, 0, 0, 0, 1), size, 300)).toBe(false);
  expect(
    isPlausible(
      Float64Array.from(identity, () => Number.NaN),
      size,
      300,
    ),
  ).toBe(false);
});

test('a linear system is solved, and a singular one is refused', () => {
  const unknowns = fc.array(fc.double({ min: -50, max: 50, noNaN: true }), { minLength: 4, maxLength: 4 });
  fc.assert(
    fc.property(unknowns, fc.integer(), (x, seed) => {
      const random = createRandom(seed);
      const a = Float64Array.from({ length: 16 }, (_, at) => random() - 0.5 + (at % 5 === 0 ? 4 : 0));
      const b = Float64Array.from({ length: 4 }, (_, row) =>
        x.reduce((sum, value, column) => sum + value * a[row * 4 + column]!, 0),
      );
      expect(solve(a, b)).toBe(true);
      for (const [at, value] of x.entries()) expect(b[at]).toBeCloseTo(value, 6);
    }),
  );
  expect(solve(Float64Array.of(1, 2, 2, 4), Float64Array.of(1, 2))).toBe(false);
});
