import fc from 'fast-check';
import { expect, test } from 'vitest';
import { testKernels } from '../testing/kernels';
import { deadLeaves } from '../testing/pictures';
import { detect, prepareFrame } from './detect';
import { cornerError } from './homography';
import { createImage } from './image';
import { indexFeatures } from './index-features';
import { WORDS } from './kernels';
import { createRandom } from './random';
import { assembleTarget, canonicalOf, trainTarget } from './target';
import {
  DamagedViewError,
  decodeIndex,
  decodeView,
  encodeIndex,
  encodeIndexRecord,
  encodeView,
  indexBytes,
  MASK_SIDE,
  UnknownFormatError,
  VIEW_FORMAT,
} from './view-format';
import { nominalScene, poseOf, renderFrame } from './simulate';

const kernels = testKernels();
const picture = deadLeaves(3);
const mask = createImage(MASK_SIDE, MASK_SIDE, new Uint8Array(MASK_SIDE ** 2).fill(255).fill(0, 0, MASK_SIDE * 20));
const trained = trainTarget(kernels, picture, mask);
const stored = encodeView({ descriptors: trained, mask, picture: Uint8Array.of(1, 2, 3) });

test('a stored view finds its target as the trained one does, in less than 70 kB without its picture', () => {
  const { descriptors, mask: readMask, picture: read } = decodeView(stored);
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

const features = indexFeatures(kernels, trained, mask);
const record = (id: string, change = {}) =>
  encodeIndexRecord({ id, digest: 'ab'.repeat(16), width: 512, height: 384, features, ...change });

test('an index is joined from stored records, and gives back their views', () => {
  const none = { ...features, count: 0 };
  const views = decodeIndex(encodeIndex([record('one'), record('ü/2', { features: none, digest: '09'.repeat(16) })]));
  expect(views.map(({ features: { count }, ...view }) => ({ ...view, count }))).toEqual([
    { id: 'one', digest: 'ab'.repeat(16), width: 512, height: 384, count: features.count },
    { id: 'ü/2', digest: '09'.repeat(16), width: 512, height: 384, count: 0 },
  ]);
  expect(views[0]!.features.bits).toEqual(features.bits);
  for (const [at, scale] of features.scale.entries()) expect(views[0]!.features.scale[at]).toBeCloseTo(scale, 2);
  for (const [at, angle] of features.angle.entries())
    expect(Math.cos(views[0]!.features.angle[at]! - angle)).toBeGreaterThan(0.999_999);
  expect(() => record('x'.repeat(65))).toThrow(RangeError);
  expect(() => record('one', { digest: 'AB' })).toThrow(RangeError);
});

test('an index of 400 views has the first features of each, of every level; what is masked gives none', () => {
  const shown = indexFeatures(kernels, trained);
  const views = Array.from({ length: 400 }, (_, view) => record(`${view}`, { features: shown }));
  const small = decodeIndex(encodeIndex(views)).at(-1)!;
  expect(small).toMatchObject({ id: '399', features: { count: 150 } });
  expect(small.features.bits).toEqual(shown.bits.subarray(0, 150 * WORDS));
  expect(new Set(small.features.scale).size).toBe(new Set(shown.scale).size);
  expect(features.count).toBeLessThan(0.8 * shown.count);
});

test.each([0, 1, 200, 201, 400])(
  'the size of an index of %i views follows from the lengths of its records',
  (count) => {
    const records = Array.from({ length: count }, (_, view) =>
      record(`${1000 + view}`, { features: { ...features, count: Math.min(features.count, view) } }),
    );
    const lengths = records.map(({ length }) => length);
    expect(indexBytes(lengths, 4)).toBe(encodeIndex(records).length);
  },
);

test('a file of another version is told from one that is damaged', () => {
  const index = encodeIndex([record('one')]);
  for (const [bytes, decode] of [
    [stored, decodeView],
    [index, decodeIndex],
  ] as const) {
    expect(bytes[0]).toBe(VIEW_FORMAT);
    const other = bytes.slice();
    other[0]! += 1;
    expect(() => decode(other)).toThrow(UnknownFormatError);
    for (const damaged of [bytes.subarray(0, bytes.length - 1), bytes.subarray(0, 3), Uint8Array.of(...bytes, 0)])
      expect(() => decode(damaged)).toThrow(DamagedViewError);
  }
  expect(() => decodeIndex(stored)).toThrow(DamagedViewError);
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => {
      expect(() => decodeView(bytes)).toThrow(DamagedViewError);
      expect(() => decodeIndex(Uint8Array.of(...index.subarray(0, 4), 1, ...bytes))).toThrow(DamagedViewError);
    }),
  );
});
