/**
 * What one photograph is compared with: the descriptions of the products' pictures, and the calibration. The stored form, little-endian: the tag, the
 * calibration as JSON behind its length (u32), the number of pictures (u32), and for each the product's id (u32), the length of the picture's id (u8),
 * the id and the description.
 */
import { DamagedViewError } from '../view-format';
import { type Calibration, similaritiesOf } from './calibration';
import { choosePictures } from './choose-pictures';
import type { Colors } from './colors';
import { type Description, DESCRIPTION_BYTES } from './description';
import { CATALOGUE_MAGIC, checkTag, TAG_BYTES, viewOf, writeTag } from './format';
import { type IndexedProduct, type Near, PictureIndex } from './picture-index';
import { rank, rankByTexture, type RecognitionMode } from './ranking';

/** An even photograph that is darker, or brighter, than this (L of Lab) shows nothing. White stone in bright light is as bright, but keeps some texture. */
const DARKEST = 3;
const BRIGHTEST = 99;
/** Spread of the colours, in ΔE, below which a photograph shows no surface but an even colour: then only products as even are like it. */
const EVEN = 0.5;
const EVEN_PRODUCT = 1.5;

export interface RecognitionMatch {
  readonly productId: number;
  readonly pictureId: string;
  /** Smaller is nearer; comparable within a mode. */
  readonly distance: number;
  /** The probability that this is the product, from 0 to 1. */
  readonly similarity: number;
  /** True of the first at most: the photograph shows this product. */
  readonly isMatch: boolean;
}

export interface SearchOptions {
  readonly mode: RecognitionMode;
  /** Of 50 at most. */
  readonly max: number;
  /** Products among which is searched. Absent: all. */
  readonly productIds?: ReadonlySet<number> | undefined;
}

const isEven = ({ deviation }: Colors, spread: number) => Math.hypot(...deviation) < spread;
const hasEven = ({ pictures }: Near) => pictures.some(({ colors }) => isEven(colors, EVEN_PRODUCT));

/** @throws RangeError if the id of a picture is longer than 255 bytes @throws UnknownFormatError @throws DamagedViewError */
export function encodeCatalogue(catalogue: {
  readonly products: readonly IndexedProduct[];
  readonly calibration: Calibration;
}): Uint8Array {
  const encoder = new TextEncoder();
  const calibration = encoder.encode(JSON.stringify(catalogue.calibration));
  const pictures = catalogue.products.flatMap((product) =>
    choosePictures(product.pictures).map(({ id, description }) => {
      const name = encoder.encode(id);
      if (name.length > 255) throw new RangeError('The id of a picture has more than 255 bytes');
      return { productId: product.id, name, description };
    }),
  );
  const length = pictures.reduce(
    (sum, { name }) => sum + 5 + name.length + DESCRIPTION_BYTES,
    TAG_BYTES + 8 + calibration.length,
  );
  const bytes = new Uint8Array(length);
  const data = viewOf(bytes);
  writeTag(bytes, CATALOGUE_MAGIC);
  data.setUint32(TAG_BYTES, calibration.length, true);
  bytes.set(calibration, TAG_BYTES + 4);
  let to = TAG_BYTES + 4 + calibration.length;
  data.setUint32(to, pictures.length, true);
  to += 4;
  for (const { productId, name, description } of pictures) {
    if (description.length !== DESCRIPTION_BYTES) throw new DamagedViewError();
    data.setUint32(to, productId, true);
    bytes[to + 4] = name.length;
    bytes.set(name, to + 5);
    bytes.set(description, to + 5 + name.length);
    to += 5 + name.length + DESCRIPTION_BYTES;
  }
  return bytes;
}

export class Catalogue {
  readonly #index: PictureIndex;
  readonly calibration: Calibration;

  private constructor(index: PictureIndex, calibration: Calibration) {
    this.#index = index;
    this.calibration = calibration;
  }

  /** @throws UnknownFormatError @throws DamagedViewError */
  static decode(bytes: Uint8Array): Catalogue {
    checkTag(bytes, CATALOGUE_MAGIC, TAG_BYTES + 8);
    const data = viewOf(bytes);
    const decoder = new TextDecoder();
    const calibrationEnd = TAG_BYTES + 4 + data.getUint32(TAG_BYTES, true);
    if (calibrationEnd + 4 > bytes.length) throw new DamagedViewError();
    const products = new Map<number, IndexedProduct['pictures'][number][]>();
    let from = calibrationEnd + 4;
    for (let left = data.getUint32(calibrationEnd, true); left > 0; left -= 1) {
      if (from + 5 > bytes.length) throw new DamagedViewError();
      const name = from + 5;
      const description = name + data.getUint8(from + 4);
      const next = description + DESCRIPTION_BYTES;
      if (next > bytes.length) throw new DamagedViewError();
      const productId = data.getUint32(from, true);
      const picture = {
        id: decoder.decode(bytes.subarray(name, description)),
        description: bytes.subarray(description, next),
      };
      const pictures = products.get(productId);
      if (pictures) pictures.push(picture);
      else products.set(productId, [picture]);
      from = next;
    }
    if (from !== bytes.length) throw new DamagedViewError();
    const calibration = JSON.parse(decoder.decode(bytes.subarray(TAG_BYTES + 4, calibrationEnd))) as Calibration;
    const index = new PictureIndex(Array.from(products, ([id, pictures]) => ({ id, pictures })));
    return new Catalogue(index, calibration);
  }

  get picturesCount(): number {
    return this.#index.picturesCount;
  }

  /**
   * The products nearest to the description, the nearest first, also if none is a match.
   * @returns an empty list if the photograph has nothing to do with the catalogue
   */
  search(description: Description, { mode, max, productIds }: SearchOptions): RecognitionMatch[] {
    const [lightness] = description.colors.mean;
    const isPlain = isEven(description.colors, EVEN);
    if (isPlain && (lightness < DARKEST || lightness > BRIGHTEST)) return [];
    const near = rankByTexture(this.#index, description, productIds);
    const leftOut = new Set(
      isPlain ? near.filter((product) => !hasEven(product)).map(({ productId }) => productId) : [],
    );
    const ranked = rank(near, description, mode, leftOut);
    const calibration = this.calibration.modes[mode];
    if (!ranked[0] || ranked[0].distance > calibration.farthest) return [];
    const similarities = similaritiesOf(calibration, ranked);
    return ranked.slice(0, max).map(({ productId, pictureId, distance }, at) => {
      const similarity = similarities[at] ?? 0;
      return { productId, pictureId, distance, similarity, isMatch: at === 0 && similarity >= calibration.threshold };
    });
  }
}
