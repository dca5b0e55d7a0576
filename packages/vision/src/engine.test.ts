import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import { testKernels } from '../testing/kernels';
import { deadLeaves } from '../testing/pictures';
import { Engine } from './engine';
import { extractFeatures } from './features';
import { cornerError } from './homography';
import { createImage } from './image';
import { createRandom } from './random';
import { groundOf, nominalScene, poseOf, renderFrame } from './simulate';
import { trainTarget } from './target';

const kernels = testKernels();
const INDEX = { max: 200, levels: 5, step: 1.26, first: 1, threshold: 8, cell: 24 };
const idOf = (view: number) => `view-${view}`;
const pictures = Array.from({ length: 20 }, (_, view) => deadLeaves(200 + view));
const pictureOf = (view: number) => pictures[view]!;
const indexOf = (count: number) =>
  Array.from({ length: count }, (_, view) => ({
    id: idOf(view),
    digest: '',
    width: 512,
    height: 384,
    features: extractFeatures(kernels, [pictureOf(view)], INDEX),
  }));

function filmOf(view: number, seed = 3) {
  const random = createRandom(seed);
  const ground = groundOf(random);
  const scene = nominalScene(random, { tilt: 30, noise: 3, blur: 0.6 });
  const at = (frame: number) => ({ ...scene, dx: scene.dx + frame / 200 });
  return {
    frame: (frame: number) => renderFrame(pictureOf(view), [at(frame)], random, ground),
    empty: () => createImage(640, 480, Uint8Array.from(ground)),
    truth: (frame: number) => poseOf(pictureOf(view), at(frame)),
  };
}

test('asks for the likely view, and follows it within half a second once it is loaded', () => {
  const engine = new Engine(kernels, indexOf(20));
  const film = filmOf(13);
  const first = engine.frame(film.frame(0));
  expect(first.sightings).toEqual([]);
  expect(first.wanted).toContain(idOf(13));
  const target = trainTarget(kernels, pictureOf(13));
  engine.add(idOf(13), target);
  const seen = Array.from({ length: 15 }, (_, at) => engine.frame(film.frame(1 + at)).sightings);
  const found = seen.findIndex((sightings) => sightings.length > 0);
  expect(found).toBeGreaterThanOrEqual(0);
  for (const [at, sightings] of seen.slice(found).entries()) {
    expect(sightings.map(({ id }) => id)).toEqual([idOf(13)]);
    expect(cornerError(sightings[0]!.pose, film.truth(1 + found + at), target)).toBeLessThan(1);
  }
});

test('a target that is covered for a moment stays, one that is gone is lost, and comes back', () => {
  const engine = new Engine(kernels, indexOf(1));
  const film = filmOf(0);
  engine.add(idOf(0), trainTarget(kernels, pictureOf(0)));
  const count = (image: Parameters<Engine['frame']>[0]) => engine.frame(image).sightings.length;
  expect([0, 1, 2].map((at) => count(film.frame(at))).at(-1)).toBe(1);
  expect([count(film.empty()), count(film.empty()), count(film.frame(3))]).toEqual([1, 1, 1]);
  expect(Array.from({ length: 6 }, () => count(film.empty())).at(-1)).toBe(0);
  expect([4, 5, 6].map((at) => count(film.frame(at))).at(-1)).toBe(1);
  engine.reset();
  expect(count(film.empty())).toBe(0);
});

test('nothing appears in frames without a target', () => {
  const engine = new Engine(kernels, indexOf(2));
  for (let view = 0; view < 2; view += 1) engine.add(idOf(view), trainTarget(kernels, pictureOf(view)));
  const other = filmOf(9);
  for (let frame = 0; frame < 8; frame += 1) expect(engine.frame(other.frame(frame)).sightings).toEqual([]);
});

test('two hundred engines that start and stop, each with kernels of its own, leave no memory behind', () => {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  const picture = deadLeaves(1, 160, 120);
  const [index, target] = [indexOf(1), trainTarget(kernels, picture)];
  const start = () => {
    const own = testKernels();
    const engine = new Engine(own, index);
    engine.add(idOf(0), target);
    for (let frame = 0; frame < 2; frame += 1) engine.frame(picture);
    return own.memory.buffer.byteLength;
  };
  const bytes = start();
  collect();
  const before = process.memoryUsage().external;
  for (let round = 1; round < 200; round += 1) expect(start()).toBe(bytes);
  collect();
  // What was used last may still wait for the collector.
  expect(process.memoryUsage().external - before).toBeLessThan(40 * bytes);
});
