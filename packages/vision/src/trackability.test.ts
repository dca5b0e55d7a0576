import { expect, test } from 'vitest';
import { testKernels } from '../testing/kernels';
import { deadLeaves } from '../testing/pictures';
import { createImage, type GrayImage } from './image';
import { indexFeatures } from './index-features';
import { trainTarget } from './target';
import { findRivals, rateTarget } from './trackability';

const kernels = testKernels();
const rate = (picture: GrayImage) => rateTarget(kernels, trainTarget(kernels, picture), picture);

const pictureOf = (valueAt: (x: number, y: number) => number) =>
  createImage(
    400,
    300,
    Uint8Array.from({ length: 120_000 }, (_, at) => valueAt(at % 400, Math.floor(at / 400))),
  );

test('a picture with structure everywhere is rated best, without a reason', () => {
  expect(rate(deadLeaves(3))).toMatchObject({ rating: 5, reasons: [] });
});

test('a smooth picture has too few points, a chessboard repeats itself, and a small motif is uneven', () => {
  const smooth = rate(pictureOf((x, y) => 128 + 60 * Math.sin(x / 90) * Math.cos(y / 70)));
  expect(smooth.rating).toBe(0);
  expect(smooth.reasons).toContain('tooFew');
  const chessboard = rate(pictureOf((x, y) => (((x >> 4) + (y >> 4)) % 2 === 0 ? 40 : 210)));
  expect(chessboard.rating).toBeLessThanOrEqual(2);
  expect(chessboard.reasons).toContain('repeats');
  const leaves = deadLeaves(5, 400, 300);
  const corner = rate(pictureOf((x, y) => (x < 90 && y < 90 ? leaves.data[y * 400 + x]! : 120)));
  expect(corner.rating).toBeLessThanOrEqual(3);
  expect(corner.reasons).toContain('uneven');
});

test('a picture of which a fifth was changed is taken for the first one: its rating is lower, and says why', () => {
  const [first, other] = [deadLeaves(3), deadLeaves(9)];
  const changed = createImage(
    512,
    384,
    first.data.map((value, at) => (at % 512 < 102 ? other.data[at]! : value)),
  );
  const views = [first, other, changed].map((picture) => trainTarget(kernels, picture));
  const features = views.map((view) => indexFeatures(kernels, view));
  expect(findRivals(kernels, changed, features[2]!, features.slice(0, 2))).toEqual([0]);
  const rated = rateTarget(kernels, views[2]!, changed, [views[0]!]);
  expect(rated.rating).toBeLessThanOrEqual(1);
  expect(rated.reasons[0]).toBe('alike');
});
