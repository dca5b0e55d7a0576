import { guessCamera } from '@earth/vision';
import { expect, test } from 'vitest';
import { FocalEstimate } from './focal';

const frame = { width: 640, height: 480 };
const size = { width: 512, height: 384 };
const [x, y] = [319.5, 239.5];

/** A picture turned about its upright axis by these degrees, before a camera of this focal length. */
function seen(focal: number, degrees: number) {
  const [cos, sin] = [Math.cos((degrees * Math.PI) / 180), Math.sin((degrees * Math.PI) / 180)];
  const row = (a: readonly number[], b: readonly number[], by: number) =>
    a.map((value, at) => focal * value + by * (b[at] ?? 0));
  // Columns: the picture's axes by its width, and its middle at a depth of 1.6 widths.
  const unit = 1 / size.width;
  const across = [cos * unit, 0, 0];
  const down = [0, unit, 0];
  const depth = [sin * unit, 0, 1.6];
  across[2] = -(cos * (size.width - 1)) / 2 / size.width;
  down[2] = -(size.height - 1) / 2 / size.width;
  depth[2] = 1.6 - (sin * (size.width - 1)) / 2 / size.width;
  const pose = Float64Array.from([...row(across, depth, x), ...row(down, depth, y), ...depth]);
  return { id: 'a', pose, ...size, inliers: 50, correlation: 1 };
}

test.each([420, 515, 700])('finds a focal length of %i from a picture at a slant', (focal) => {
  const estimate = new FocalEstimate(frame);
  for (let at = 0; at < 60; at += 1) estimate.see(seen(focal, 20 + at / 2));
  expect(Math.abs(estimate.camera.focal / focal - 1)).toBeLessThan(0.05);
});

test('a picture seen from the front says nothing: the guess stays', () => {
  const estimate = new FocalEstimate(frame);
  for (let at = 0; at < 60; at += 1) estimate.see(seen(420, 0));
  expect(Math.abs(estimate.camera.focal / guessCamera(frame).focal - 1)).toBeLessThan(0.05);
});
