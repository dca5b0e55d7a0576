import { expect, test } from 'vitest';
import type { Pairs } from './fit';
import { fitHomography } from './fit';
import { fitPose } from './fit-rigid';
import { apply, cornerError, type Homography } from './homography';
import { type Camera, homographyOf, planeFrom, planesFromAffine } from './pose';
import { createRandom } from './random';
import { FOCAL, nominalScene, poseOf } from './simulate';

const target = { width: 512, height: 384 };
const camera: Camera = { focal: FOCAL, centre: [319.5, 239.5] };
const view = { target, camera };

/** Points in a share of the target's width and height, where a pose puts them, with noise of half a pixel. */
function pairsOf(pose: Homography, share: number, count = 40): Pairs {
  const random = createRandom(5);
  const pairs = {
    from: new Float64Array(2 * count),
    to: new Float64Array(2 * count),
    weights: new Float64Array(count).fill(1),
  };
  for (let at = 0; at < count; at += 1) {
    const [x, y] = [share * target.width * random(), share * target.height * random()];
    const [u, v] = apply(pose, x, y);
    pairs.from.set([x, y], 2 * at);
    pairs.to.set([u + random() - 0.5, v + random() - 0.5], 2 * at);
  }
  return pairs;
}

const scenes = Array.from({ length: 12 }, (_, seed) =>
  poseOf(target, nominalScene(createRandom(seed), { tilt: 5 * seed })),
);
const middleOf = (values: readonly number[]) => values.toSorted((one, other) => one - other)[values.length >> 1]!;

test('a plane and its homography are the same', () => {
  for (const pose of scenes)
    expect(cornerError(homographyOf(planeFrom(pose, target, camera), target, camera), pose, target)).toBeLessThan(1e-6);
});

test('one of two planes is that of a far target, whose image is nearly affine', () => {
  const far = poseOf(target, nominalScene(createRandom(3), { tilt: 50, distance: 8, dx: 0, dy: 0 }));
  const [x, y] = [target.width / 2, target.height / 2];
  const at = (dx: number, dy: number) => apply(far, x + dx, y + dy);
  const [left, right, top, bottom] = [at(-1, 0), at(1, 0), at(0, -1), at(0, 1)];
  const [a, b] = [
    [right[0] - left[0], right[1] - left[1]],
    [bottom[0] - top[0], bottom[1] - top[1]],
  ] as const;
  const [u, v] = at(0, 0);
  const map = Float64Array.of(a[0] / 2, b[0] / 2, 0, a[1] / 2, b[1] / 2, 0, 0, 0, 1);
  map[2] = u - map[0]! * x - map[1]! * y;
  map[5] = v - map[3]! * x - map[4]! * y;
  const errors = planesFromAffine(map, target, camera).map((plane) =>
    cornerError(homographyOf(plane, target, camera), far, target),
  );
  expect(Math.min(...errors)).toBeLessThan(0.5);
});

test('points of a ninth of the target place its far corners, which a homography does not', () => {
  const errors = scenes.map((pose) => {
    const pairs = pairsOf(pose, 1 / 3);
    const start = homographyOf(planeFrom(pose, target, { ...camera, focal: 1.1 * FOCAL }), target, camera);
    return [
      cornerError(fitPose(pairs, start, view, false)!, pose, target),
      cornerError(fitHomography(pairs, start, 6)!, pose, target),
    ] as const;
  });
  expect(middleOf(errors.map(([rigid]) => rigid))).toBeLessThan(5);
  expect(middleOf(errors.map(([rigid, free]) => free / rigid))).toBeGreaterThan(1.5);
});

test('a fit that begins with the wrong one of two tilts ends with the right one', () => {
  const pose = poseOf(target, nominalScene(createRandom(4), { tilt: 45 }));
  const { x, y, centre } = planeFrom(pose, target, camera);
  const wrong = homographyOf({ x: [x[0], x[1], -x[2]], y: [y[0], y[1], -y[2]], centre }, target, camera);
  expect(cornerError(wrong, pose, target)).toBeGreaterThan(30);
  let fit: Homography = wrong;
  for (let round = 0; round < 3; round += 1) fit = fitPose(pairsOf(pose, 1), fit, view, false)!;
  expect(cornerError(fit, pose, target)).toBeLessThan(1);
});

test('widely spread points overrule a wrong focal length', () => {
  const pose = poseOf(target, nominalScene(createRandom(4), { tilt: 50 }));
  const guess = { target, camera: { ...camera, focal: 0.7 * FOCAL } };
  let fit: Homography = pose;
  for (let round = 0; round < 3; round += 1) fit = fitPose(pairsOf(pose, 1), fit, guess, true)!;
  expect(cornerError(fit, pose, target)).toBeLessThan(0.6);
  expect(cornerError(fitPose(pairsOf(pose, 1), pose, guess, false)!, pose, target)).toBeGreaterThan(1);
});

test('points in one place give no fit', () => {
  const none = { ...pairsOf(scenes[0]!, 1), weights: new Float64Array(40) };
  expect(fitPose(none, scenes[0]!, view, true)).toBeNull();
});
