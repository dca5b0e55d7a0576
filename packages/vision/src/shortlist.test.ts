import { expect, test } from 'vitest';
import { testKernels } from '../testing/kernels';
import { deadLeaves } from '../testing/pictures';
import { extractFeatures } from './features';
import { createRandom } from './random';
import { ViewIndex } from './shortlist';
import { nominalScene, renderFrame } from './simulate';

const kernels = testKernels();
const OPTIONS = { levels: 5, step: 1.26, first: 1, threshold: 8, cell: 24 };
const featuresOf = (seed: number) => extractFeatures(kernels, [deadLeaves(seed)], { ...OPTIONS, max: 200 });
const COUNT = 40;
const index = new ViewIndex(Array.from({ length: COUNT }, (_, view) => featuresOf(100 + view)));

test('the view in a frame is the first of forty, at any roll and up to a tilt of 40°', () => {
  const random = createRandom(4);
  const ranks = Array.from({ length: 12 }, (_, at) => {
    const view = (at * 7) % COUNT;
    const scene = nominalScene(random, { tilt: 40 * random(), roll: 360 * random(), noise: 6, blur: random() });
    const frame = renderFrame(deadLeaves(100 + view), [scene], random);
    const found = index.find(extractFeatures(kernels, [frame], { ...OPTIONS, max: 900, cell: 16 }), 5);
    return found.findIndex((candidate) => candidate.view === view);
  });
  expect(ranks.filter((rank) => rank === 0).length).toBeGreaterThanOrEqual(11);
  expect(ranks.every((rank) => rank >= 0)).toBe(true);
});

test('an index without views, and a frame without features, give no candidates', () => {
  const none = { count: 0, bits: new Int32Array(0), angle: new Float32Array(0), scale: new Float32Array(0) };
  expect(new ViewIndex([]).find(featuresOf(1), 5)).toEqual([]);
  expect(index.find(none, 5)).toEqual([]);
});
