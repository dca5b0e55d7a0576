/** Films of the engine, in Node.js: targets that move, and frames without any. */
import {
  cornerError,
  createImage,
  detect,
  Engine,
  type GrayImage,
  type Kernels,
  prepareFrame,
  trainTarget,
} from '@earth/vision';
import { createRandom } from '@earth/vision/random';
import { groundOf, nominalScene, poseOf, renderFrame } from '@earth/vision/simulate';
import { deadLeaves } from '@earth/vision/testing/pictures';
import type { Figure } from '../figures';

const SEED = 91_000;
const WIDTH = 640;
const HEIGHT = 480;
/** Pixels a frame, and how many percent of the frames must be right. */
const SPEEDS = [
  [0, 100],
  [10, 100],
  [20, 100],
  [35, 95],
  [50, 60],
] as const;
const FILMS = 4;
const FRAMES = 14;
/** Poses of a frame, whose mean is its motion blur. */
const EXPOSURE = 3;
const ERROR_MAX = 5;
const EMPTY_FRAMES = 2_000;
/** As long as the ground stays the same. */
const EMPTY_RUN = 20;

/** Targets that cross the frame at several speeds, followed from their first frame on. */
export function measureMotion(kernels: Kernels): readonly Figure[] {
  return SPEEDS.flatMap(([speed, least]): readonly Figure[] => {
    const errors: number[] = [];
    for (let film = 0; film < FILMS; film += 1) {
      const picture = deadLeaves(SEED + film);
      const target = trainTarget(kernels, picture);
      const random = createRandom(SEED + 100 * speed + film);
      const ground = groundOf(random);
      const scene = nominalScene(random, { distance: 1.8, noise: 3, blur: 0.6, dx: -0.25, dy: 0 });
      const at = (time: number) => ({ ...scene, dx: scene.dx + (speed * Math.abs((time % 12) - 6)) / WIDTH });
      const engine = new Engine(kernels, [{ id: 'one', digest: '', width: 0, height: 0, features: NONE }]);
      engine.add('one', target);
      const still = renderFrame(picture, [at(0)], random, ground);
      for (let start = 0; start < 4; start += 1) engine.frame(still);
      for (let frame = 1; frame <= FRAMES; frame += 1) {
        const times = Array.from(
          { length: EXPOSURE },
          (_, part) => frame + (part - (EXPOSURE - 1) / 2) / (2 * EXPOSURE),
        );
        const image = renderFrame(picture, times.map(at), random, ground);
        const [sighting] = engine.frame(image).sightings;
        errors.push(
          sighting ? cornerError(sighting.pose, poseOf(picture, at(frame)), target) : Number.POSITIVE_INFINITY,
        );
      }
    }
    const right = errors.filter((error) => error < ERROR_MAX);
    const share: Figure = {
      what: `followed at ${speed} pixels a frame`,
      values: [(100 * right.length) / errors.length],
      unit: '%',
      least,
    };
    return right.length === 0
      ? [share]
      : [share, { what: `error of the corners at ${speed} pixels a frame`, values: right, unit: 'px' }];
  });
}

const NONE = { count: 0, bits: new Int32Array(0), angle: new Float32Array(0), scale: new Float32Array(0) };

/** Frames that show smooth ground, noise, or another picture. */
function* emptyFrames(random: () => number): Generator<GrayImage> {
  for (let run = 0; ; run += 1) {
    const ground = groundOf(random);
    const other = deadLeaves(SEED + 5_000 + run);
    for (let frame = 0; frame < EMPTY_RUN; frame += 1) {
      const scene = nominalScene(random, { noise: 4 });
      if (run % 3 === 0) yield renderFrame(other, [scene], random, ground);
      else if (run % 3 === 1)
        yield createImage(
          WIDTH,
          HEIGHT,
          Uint8Array.from(ground, (value) => value + 8 * random()),
        );
      else
        yield createImage(
          WIDTH,
          HEIGHT,
          Uint8Array.from(ground, () => 256 * random()),
        );
    }
  }
}

/** How often one of several targets is seen in frames that show none. */
export function measureAbsent(kernels: Kernels, pictures: readonly GrayImage[]): readonly Figure[] {
  const targets = pictures.map((picture) => trainTarget(kernels, picture));
  let [frames, found] = [0, 0];
  for (const image of emptyFrames(createRandom(SEED))) {
    if (frames === EMPTY_FRAMES) break;
    const target = targets[frames % targets.length];
    if (target && detect(kernels, target, prepareFrame(kernels, image))) found += 1;
    frames += 1;
  }
  return [
    { what: `targets found in ${EMPTY_FRAMES} frames that show none`, values: [found], unit: 'frames', goal: 0 },
    ...confusions(kernels, pictures, targets),
  ];
}

/** How often a target is seen in frames of another one. */
function confusions(
  kernels: Kernels,
  pictures: readonly GrayImage[],
  targets: readonly ReturnType<typeof trainTarget>[],
): readonly Figure[] {
  const random = createRandom(SEED + 1);
  let [tried, found] = [0, 0];
  for (const [at, picture] of pictures.entries())
    for (let frame = 0; frame < EMPTY_RUN; frame += 1) {
      const prepared = prepareFrame(kernels, renderFrame(picture, [nominalScene(random, { noise: 4 })], random));
      for (const target of targets.filter((_, other) => other !== at)) {
        tried += 1;
        if (detect(kernels, target, prepared)) found += 1;
      }
    }
  return [
    {
      what: `wrong targets found in ${tried} comparisons with frames of others`,
      values: [found],
      unit: 'frames',
      goal: 0,
    },
  ];
}
