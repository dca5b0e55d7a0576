import fc from 'fast-check';
import { expect, test } from 'vitest';
import { testKernels } from '../testing/kernels';
import { deadLeaves } from '../testing/pictures';
import { detect, prepareFrame } from './detect';
import { extractFeatures } from './features';
import { cornerError } from './homography';
import { createImage } from './image';
import { createRandom } from './random';
import { assembleTarget, canonicalOf, trainTarget } from './target';
import { decodeIndex, decodeView, encodeIndex, encodeView, MASK_SIDE } from './view-format';
import { nominalScene, poseOf, renderFrame } from './simulate';

const kernels = testKernels();
const picture = deadLeaves(3);
const mask = createImage(MASK_SIDE, MASK_SIDE, new Uint8Array(MASK_SIDE ** 2).fill(255).fill(0, 0, MASK_SIDE * 20));
const trained = trainTarget(kernels, picture, mask);
const stored = encodeView({ descriptors: trained, mask, picture: Uint8Array.of(1, 2, 3) });

test('a stored view finds its target as the trained one does, in less than 70 kB without its picture', () => {
  const { descriptors, mask: readMask, picture: read } = decodeView(stored)!;
  expect([...read]).toEqual([1, 2, 3]);
  expect(readMask).toEqual(mask);
  expect(stored.length).toBeLessThan(70_000);
  const target = assembleTarget(canonicalOf(picture), readMask, descriptors);
  expect(target.patches).toEqual(trained.patches);
  const random = createRandom(6);
  const scene = nominalScene(random, { tilt: 50 });
  const found = detect(kernels, target, prepareFrame(kernels, renderFrame(picture, [scene], random)));
  expect(cornerError(found!.pose, poseOf(picture, scene), target)).toBeLessThan(1);
});

test('an index gives back its views', () => {
  const features = extractFeatures(kernels, picture, {
    max: 50,
    levels: 3,
    step: 1.26,
    first: 1,
    threshold: 8,
    cell: 24,
  });
  const views = decodeIndex(
    encodeIndex([
      { id: 'one', features },
      { id: 'ü/2', features: { ...features, count: 0 } },
    ]),
  )!;
  expect(views.map(({ id, features: { count } }) => [id, count])).toEqual([
    ['one', features.count],
    ['ü/2', 0],
  ]);
  expect(views[0]!.features.bits).toEqual(features.bits);
  for (const [at, scale] of features.scale.entries()) expect(views[0]!.features.scale[at]).toBeCloseTo(scale, 2);
  for (const [at, angle] of features.angle.entries())
    expect(Math.cos(views[0]!.features.angle[at]! - angle)).toBeGreaterThan(0.999_999);
  expect(() => encodeIndex([{ id: 'x'.repeat(65), features }])).toThrow(RangeError);
});

test('another version, cut off bytes and other bytes are refused', () => {
  const other = stored.slice();
  other[3]! += 1;
  expect(decodeView(other)).toBeNull();
  expect(decodeView(stored.subarray(0, stored.length - 1))).toBeNull();
  const index = encodeIndex([
    {
      id: 'one',
      features: { count: 0, bits: new Int32Array(0), angle: new Float32Array(0), scale: new Float32Array(0) },
    },
  ]);
  expect(decodeIndex(stored)).toBeNull();
  expect(decodeIndex(index.subarray(0, index.length - 1))).toBeNull();
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => {
      expect(decodeView(bytes)).toBeNull();
      decodeIndex(bytes);
      decodeIndex(Uint8Array.of(...index.subarray(0, 4), ...bytes));
    }),
  );
});
