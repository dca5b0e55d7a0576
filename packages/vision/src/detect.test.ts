import { expect, test } from 'vitest';
import { detect, framePyramid, prepareFrame } from './detect';
import { cornerError } from './homography';
import { createImage } from './image';
import { createRandom } from './random';
import { trainTarget } from './target';
import { testKernels } from '../testing/kernels';
import { deadLeaves } from '../testing/pictures';
import { Tracker } from './track';
import { groundOf, nominalScene, poseOf, renderFrame, type Scene } from './simulate';

const kernels = testKernels();
const picture = deadLeaves(3);
const target = trainTarget(kernels, picture);

const view = (change: Partial<Scene>, seed = 11) => {
  const random = createRandom(seed);
  const scene = nominalScene(random, change);
  return { frame: renderFrame(picture, [scene], random), truth: poseOf(picture, scene) };
};

test.each<[string, Partial<Scene>, number]>([
  ['in front of the camera', {}, 0.1],
  ['turned upside down', { roll: 180 }, 0.1],
  ['tilted by 65°', { tilt: 65 }, 1],
  ['six times as far', { distance: 6 }, 0.5],
  ['blurred by σ = 3', { blur: 3 }, 1],
  ['with noise of σ = 30', { noise: 30 }, 0.5],
  ['in a quarter of the light', { gain: 0.25 }, 0.2],
  ['40 % hidden', { occlusion: 0.4 }, 0.5],
])('finds a target %s', (_, change, error) => {
  const { frame, truth } = view(change);
  const found = detect(kernels, target, prepareFrame(kernels, frame));
  expect(found).not.toBeNull();
  expect(cornerError(found!.pose, truth, target)).toBeLessThan(error);
});

test('finds nothing where there is none: on ground, on noise, on another picture', () => {
  const random = createRandom(5);
  const ground = createImage(640, 480, Uint8Array.from(groundOf(random)));
  const noise = createImage(
    640,
    480,
    Uint8Array.from({ length: 640 * 480 }, () => 256 * random()),
  );
  const other = renderFrame(deadLeaves(4), [nominalScene(random)], random);
  for (const frame of [ground, noise, other]) expect(detect(kernels, target, prepareFrame(kernels, frame))).toBeNull();
});

test('what a mask hides gives neither descriptors nor patches', () => {
  const mask = createImage(64, 64);
  for (let y = 0; y < 64; y += 1) mask.data.fill(255, y * 64, y * 64 + 32);
  const masked = trainTarget(kernels, picture, mask);
  const middle = target.width / 2 + 4;
  expect(masked.count).toBeGreaterThan(200);
  expect(masked.count).toBeLessThan(0.7 * target.count);
  expect(Math.max(...masked.x)).toBeLessThan(middle);
  const columns = masked.patches.flatMap((patches) => [...patches].filter((_, at) => at % 2 === 0));
  expect(Math.max(...columns)).toBeLessThan(middle);
});

test('a picture without texture, and one too small, make targets that are never found', () => {
  const { frame } = view({});
  for (const plain of [
    createImage(300, 200, new Uint8Array(60_000).fill(90)),
    createImage(3, 2),
    createImage(40, 40),
  ]) {
    const empty = trainTarget(kernels, plain);
    expect(empty.count).toBe(0);
    expect(detect(kernels, empty, prepareFrame(kernels, frame))).toBeNull();
  }
});

test('follows a target that moves 20 pixels a frame, reports its loss, and finds it again', () => {
  const random = createRandom(8);
  const still = nominalScene(random, { distance: 1.5, tilt: 15, noise: 3, blur: 0.6, dx: -0.1 });
  const ground = groundOf(random);
  const at = (frame: number) => ({ ...still, dx: still.dx + (frame * 20) / 640, roll: still.roll + 2 * frame });
  const film = (frame: number) => renderFrame(picture, [at(frame)], random, ground);
  const first = detect(kernels, target, prepareFrame(kernels, film(0)))!;
  const tracker = new Tracker(kernels, target, first);
  for (let frame = 1; frame < 8; frame += 1) {
    const alignment = tracker.next(framePyramid(kernels, film(frame)));
    expect(alignment).not.toBeNull();
    expect(cornerError(alignment!.pose, poseOf(picture, at(frame)), target)).toBeLessThan(1);
  }
  expect(tracker.next(framePyramid(kernels, createImage(640, 480, Uint8Array.from(ground))))).toBeNull();
  expect(tracker.next(framePyramid(kernels, film(8)))).not.toBeNull();
});

test('a target that stands still is still to a tenth of a pixel', () => {
  const random = createRandom(9);
  const scene = nominalScene(random, { noise: 3, blur: 0.6 });
  const ground = groundOf(random);
  const film = () => renderFrame(picture, [scene], random, ground);
  const tracker = new Tracker(kernels, target, detect(kernels, target, prepareFrame(kernels, film()))!);
  const poses = Array.from({ length: 6 }, () => tracker.next(framePyramid(kernels, film()))!.pose);
  const changes = poses.slice(1).map((pose, at) => cornerError(pose, poses[at]!, target));
  expect(Math.max(...changes)).toBeLessThan(0.1);
});
