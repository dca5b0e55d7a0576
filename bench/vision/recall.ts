/** How often the shortlist holds the view in the frame, and what a device downloads for it. */
import {
  trainTarget,
  type Kernels,
  canonicalOf,
  encodeIndex,
  encodeIndexRecord,
  encodeView,
  type GrayImage,
  framePyramid,
  indexFeatures,
  prepareFrame,
  ViewIndex,
  decodeIndex,
} from '@earth/vision';
import { createRandom } from '@earth/vision/random';
import { nominalScene, renderFrame } from '@earth/vision/simulate';
import { deadLeaves } from '@earth/vision/testing/pictures';
import sharp from 'sharp';
import type { Figure } from '../figures';

const SEED = 67_000;
const SIZES = [10, 200, 1_000];
const QUERIES = 40;
const FIRST = 5;
/** As many as the engine looks at. */
const SHORTLIST = 8;
const WIDTH = 320;
const HEIGHT = 240;
const KB = 1_000;
const DOWNLOADS = [1, 100, 1_000];
const DIGEST = '0'.repeat(32);

const pictureOf = (view: number): GrayImage => deadLeaves(SEED + view, WIDTH, HEIGHT);

function recordOf(kernels: Kernels, view: number): Uint8Array {
  const picture = pictureOf(view);
  const { width, height } = picture;
  const features = indexFeatures(kernels, { width, height, mips: framePyramid(kernels, picture) });
  return encodeIndexRecord({ id: crypto.randomUUID(), digest: DIGEST, width, height, features });
}

/** Hard queries: any roll, a tilt up to 40°, blur, noise and something in front of it. */
function queryOf(view: number, random: () => number): GrayImage {
  const scene = nominalScene(random, {
    tilt: 40 * random(),
    roll: 360 * random(),
    distance: 1.1 + 1.4 * random(),
    blur: 1.5 * random(),
    noise: 6,
    occlusion: 0.3 * random(),
  });
  return renderFrame(pictureOf(view), [scene], random);
}

export function measureRecall(kernels: Kernels): readonly Figure[] {
  const records = Array.from({ length: SIZES.at(-1) ?? 0 }, (_, view) => recordOf(kernels, view));
  return SIZES.flatMap((size): readonly Figure[] => {
    const index = encodeIndex(records.slice(0, size));
    const views = new ViewIndex(decodeIndex(index).map(({ features }) => features));
    const random = createRandom(SEED + size);
    const times: number[] = [];
    const ranks = Array.from({ length: QUERIES }, (_, query) => {
      const view = (query * 7) % size;
      const { features } = prepareFrame(kernels, queryOf(view, random));
      const start = performance.now();
      const found = views.find(features, SHORTLIST);
      times.push(performance.now() - start);
      return found.findIndex((candidate) => candidate.view === view);
    });
    const share = (within: number) => (100 * ranks.filter((rank) => rank >= 0 && rank < within).length) / QUERIES;
    return [
      { what: `${size} views: the right one is first`, values: [share(1)], unit: '%' },
      { what: `${size} views: the right one is among five`, values: [share(FIRST)], unit: '%', least: 95 },
      { what: `${size} views: time of a query`, values: times, unit: 'ms', goal: 10 },
    ];
  });
}

/** The index of a model, and the view's file that is loaded before the first sighting. */
export async function measureDownloads(kernels: Kernels, pictures: readonly GrayImage[]): Promise<readonly Figure[]> {
  const files = await Promise.all(
    pictures.map(async (picture) => {
      const canonical = canonicalOf(picture);
      const raw = { width: canonical.width, height: canonical.height, channels: 1 } as const;
      const webp = await sharp(canonical.data, { raw }).webp({ quality: 80 }).toBuffer();
      return encodeView({ descriptors: trainTarget(kernels, picture), mask: null, picture: webp }).length;
    }),
  );
  const record = recordOf(kernels, 0);
  return DOWNLOADS.map((count) => {
    const index = encodeIndex(Array.from({ length: count }, () => record)).length;
    return {
      what: `downloaded before the first sighting, of ${count} views`,
      values: files.map((file) => (index + file) / KB),
      unit: 'kB',
    };
  });
}
