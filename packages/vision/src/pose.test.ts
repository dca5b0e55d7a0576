import { expect, test } from 'vitest';
import { OneEuroFilter } from './one-euro';
import { guessCamera, poseFrom, project, reprojectionError } from './pose';
import { createRandom } from './random';
import { nominalScene, poseOf } from './simulate';

const target = { width: 512, height: 384 };
/** The camera of the synthetic scenes. */
const camera = { focal: 240 / Math.tan((25 * Math.PI) / 180), centre: [319.5, 239.5] } as const;

test('a pose puts the corners where its homography does', () => {
  const random = createRandom(2);
  for (let round = 0; round < 20; round += 1) {
    const h = poseOf(target, nominalScene(random, { tilt: 70 * random(), roll: 360 * random() }));
    expect(reprojectionError(h, target, camera)).toBeLessThan(1e-6);
  }
});

test('the distance and the turn are those of the scene', () => {
  const scene = { ...nominalScene(createRandom(1)), distance: 2, tilt: 0, roll: 90, dx: 0, dy: 0 };
  const { rotation, translation } = poseFrom(poseOf(target, scene), target, camera);
  // At distance 1 the height of the picture, 0.75 of its width, fills 0.8 of 480 pixels.
  expect(translation[2]).toBeCloseTo((0.75 * camera.focal * 2) / (0.8 * 480), 2);
  expect(Math.hypot(translation[0], translation[1])).toBeLessThan(0.01);
  expect(rotation.map((value) => Math.abs(value).toFixed(3))).toEqual(['0.000', '0.000', '0.707', '0.707']);
});

test('a wrong focal length shows as a reprojection error of a tilted target', () => {
  const h = poseOf(target, nominalScene(createRandom(1), { tilt: 50 }));
  expect(reprojectionError(h, target, guessCamera({ width: 640, height: 480 }))).toBeGreaterThan(1);
  expect(project(poseFrom(h, target, camera), camera, [0, 0])[0]).toBeCloseTo(
    (h[0]! * 255.5 + h[1]! * 191.5 + h[2]!) / (h[6]! * 255.5 + h[7]! * 191.5 + h[8]!),
    6,
  );
});

test('the filter calms a value that rests and follows one that moves', () => {
  const random = createRandom(3);
  const filter = new OneEuroFilter({ minCutoff: 1.5, beta: 0.01 });
  const noise = () => random() - 0.5;
  const spread = (values: readonly number[]) => Math.max(...values) - Math.min(...values);
  const resting = Array.from({ length: 60 }, (_, at) => filter.next([10 + noise()], at / 30)[0]!);
  expect(spread(resting.slice(20))).toBeLessThan(0.5);
  const moving = Array.from({ length: 60 }, (_, at) => filter.next([10 + 20 * at], 2 + at / 30)[0]!);
  expect(10 + 20 * 59 - moving.at(-1)!).toBeLessThan(25);
  filter.reset();
  expect(filter.next([7], 9)).toEqual([7]);
});
