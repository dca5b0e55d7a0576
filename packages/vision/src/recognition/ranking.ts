/** The order of products: by their texture, and of the nearest also by their colours. */
import { type Colors, colorDistance, paletteDistance } from './colors';
import type { Description } from './description';
import type { Near, PictureIndex } from './picture-index';

/** 0: texture, colours decide between equal ones only; 1: and the palette; 2: and mean, deviation and histogram of the colours. */
export type RecognitionMode = 0 | 1 | 2;

export interface Ranked {
  readonly productId: number;
  /** Of the product's picture that is nearest. */
  readonly pictureId: string;
  readonly distance: number;
  /** The part of the texture in the distance. */
  readonly texture: number;
}

/** Products whose colours are compared: the nearest in texture, so that a colour never leads to another material. */
const CANDIDATES = 50;
/** More than the candidates: some may be left out. */
const NEAR_MAX = 4 * CANDIDATES;
/** What ΔE 1 counts beside the distance of textures, by mode. For textures: enough to put the right one of two colour variants first. Another one needs another `CALIBRATION_VERSION`. */
const COLOR_WEIGHTS = [0.02, 0.05, 0.04] as const;

/** @param colorsApart from 0, in the unit of the distance of textures */
function nearestPicture({ productId, pictures }: Near, colorsApart: (colors: Colors) => number): Ranked {
  let nearest: Ranked = { productId, pictureId: '', distance: Number.POSITIVE_INFINITY, texture: 0 };
  for (const { id, texture, colors } of pictures) {
    const distance = Math.hypot(texture, colorsApart(colors));
    if (distance < nearest.distance) nearest = { productId, pictureId: id, distance, texture };
  }
  return nearest;
}

/**
 * The products nearest by their texture, the nearest first.
 * @param productIds products among which is searched; absent: all
 */
export const rankByTexture = (
  index: PictureIndex,
  description: Description,
  productIds?: ReadonlySet<number>,
): readonly Near[] => index.search(description, NEAR_MAX, productIds);

/**
 * At most 50 products, the nearest first.
 * @param near what `rankByTexture` gives for the description
 * @param leftOut ids of products that are left out
 */
export function rank(
  near: readonly Near[],
  description: Description,
  mode: RecognitionMode,
  leftOut?: ReadonlySet<number>,
): readonly Ranked[] {
  const candidates: Near[] = [];
  for (const product of near) {
    if (candidates.length === CANDIDATES) break;
    if (!leftOut?.has(product.productId)) candidates.push(product);
  }
  const apart = mode === 1 ? paletteDistance : colorDistance;
  return candidates
    .map((product) => nearestPicture(product, (colors) => COLOR_WEIGHTS[mode] * apart(description.colors, colors)))
    .toSorted((one, other) => one.distance - other.distance);
}
