/** The tasks of recognition, as its worker threads run them. */
import {
  calibrate,
  Catalogue,
  type ColorImage,
  encodeCatalogue,
  encodeDescription,
  findRegions,
  findTile,
  type Recognizer,
  rectify,
  simulatePhotograph,
} from '@earth/vision/recognition';
import { ApiError } from '../../../../http/api-error';
import { decodePicture } from '../pictures';
import type { Answer, FoundRegion, PictureProblem, SearchTask, Task } from './tasks';

/** Longest side of what is looked at: the net sees far less, but tiles are found in it, and cut out. */
const SIDE_MAX = 800;
const SIDE_MIN = 100;
/** Products are narrow too: a border of 2400 × 240 is looked at as 800 × 80. */
const PRODUCT_SIDE_MIN = 16;
/** A phone's photograph. Decoding takes the time of the others who wait, so a larger one is refused by its header. */
const PIXELS_MAX = 16_777_216;
/** Longest side of photographs that are kept: as the camera takes them. */
const KEPT_SIDE = 640;
const KEPT_QUALITY = 85;

const PROBLEMS: readonly string[] = [
  'fileCutOff',
  'notAnImage',
  'tooManyPixels',
  'tooSmallToSee',
] satisfies PictureProblem[];
const isProblem = (name: string): name is PictureProblem => PROBLEMS.includes(name);

/** @throws ApiError with a `PictureProblem` */
async function decode(bytes: Uint8Array, sideMin = SIDE_MIN) {
  const { read, width, height } = await decodePicture('base64-image', Buffer.from(bytes), SIDE_MAX, PIXELS_MAX);
  if (Math.min(width, height) < sideMin) throw new ApiError('tooSmallToSee', 'base64-image');
  const { data, info } = await read()
    .resize({ width: SIDE_MAX, height: SIDE_MAX, fit: 'inside', withoutEnlargement: true })
    .flatten({ background: '#ffffff' })
    .toColourspace('srgb')
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  const image: ColorImage = { width: info.width, height: info.height, data };
  const toJpeg = () =>
    read()
      .resize({ width: KEPT_SIDE, height: KEPT_SIDE, fit: 'inside', withoutEnlargement: true })
      .flatten({ background: '#ffffff' })
      .jpeg({ quality: KEPT_QUALITY })
      .toBuffer();
  return { image, toJpeg };
}

type Photograph = NonNullable<SearchTask['photograph']>;

/** @returns a function that runs a task. It keeps the catalogues that searches bring, until others drop them */
export function createTaskRunner(recognizer: Recognizer): (task: Task) => Promise<Answer> {
  const catalogues = new Map<number, Catalogue>();

  function find(
    image: ColorImage,
    catalogue: Catalogue,
    { mode, max, productIds, hasRegions }: Photograph,
  ): FoundRegion[] {
    const options = { mode, max, productIds: productIds ? new Set(productIds) : undefined };
    if (hasRegions)
      return findRegions(image, recognizer, catalogue, options).map(({ results, ...region }) => ({
        region,
        hits: results,
      }));
    const tile = findTile(image);
    const description = recognizer.describe(tile ? rectify(image, tile) : image);
    return [{ region: null, hits: catalogue.search(description, options) }];
  }

  async function search({ catalogue: { id, index }, dropped, photograph }: SearchTask): Promise<Answer> {
    for (const other of dropped) catalogues.delete(other);
    if (index) catalogues.set(id, Catalogue.decode(index));
    const catalogue = catalogues.get(id);
    if (!catalogue) throw new Error(`The catalogue ${id} is not loaded`);
    if (!photograph) return { kind: 'found', regions: [], jpeg: null };
    const { image, toJpeg } = await decode(photograph.bytes);
    const regions = find(image, catalogue, photograph);
    return { kind: 'found', regions, jpeg: photograph.isKept ? await toJpeg() : null };
  }

  async function run(task: Task): Promise<Answer> {
    switch (task.kind) {
      case 'search':
        return await search(task);
      case 'describe': {
        const { image } = await decode(task.picture, PRODUCT_SIDE_MIN);
        return { kind: 'described', description: encodeDescription(recognizer.describe(image)) };
      }
      case 'photograph': {
        const { toJpeg } = await decode(task.picture);
        return { kind: 'photograph', jpeg: await toJpeg() };
      }
      case 'trials': {
        const { image } = await decode(task.picture, PRODUCT_SIDE_MIN);
        const photographs = Array.from({ length: task.count }, (_, seed) =>
          simulatePhotograph(image, { seed: seed + 1 }),
        );
        const descriptions = photographs.map((photograph) => encodeDescription(recognizer.describe(photograph)));
        return { kind: 'trials', descriptions };
      }
      case 'build': {
        const calibration = task.calibration ?? calibrate(task.products);
        return { kind: 'built', index: encodeCatalogue({ products: task.products, calibration }), calibration };
      }
    }
  }

  return async (task) => {
    try {
      return await run(task);
    } catch (error) {
      if (error instanceof ApiError && isProblem(error.error)) return { kind: 'refused', problem: error.error };
      throw error;
    }
  };
}
