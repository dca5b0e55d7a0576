/** Exact search: the products nearest to a description, by their texture, and of the nearest also by their colours. */
import { colorDistance, paletteDistance } from './colors';
import { type Description, textureDistance } from './description';

/** 0: texture, colours decide between equal ones only; 1: and the palette; 2: and mean, deviation and histogram of the colours. */
export type RecognitionMode = 0 | 1 | 2;

export interface CatalogueEntry {
  readonly productId: number;
  readonly pictures: readonly { readonly id: string; readonly description: Description }[];
}

export interface Ranked {
  readonly productId: number;
  /** Of the product's picture that is nearest. */
  readonly pictureId: string;
  readonly distance: number;
  /** The part of the texture in the distance. */
  readonly texture: number;
}

interface Near extends Ranked {
  readonly entry: CatalogueEntry;
}

/** Products whose colours are compared: the nearest in texture, so that a colour never leads to another material. */
const CANDIDATES = 50;
/** More than the candidates: some may be left out. */
const NEAR_MAX = 4 * CANDIDATES;
/** What ΔE 1 counts beside the distance of textures, by mode. For textures: enough to put the right one of two colour variants first. */
const COLOR_WEIGHTS = [0.02, 0.07, 0.06] as const;

const byDistance = (one: Ranked, other: Ranked) => one.distance - other.distance;

/** @param colorsApart from 0, in the unit of the distance of textures */
function nearestPicture(
  entry: CatalogueEntry,
  asked: Description,
  colorsApart?: (description: Description) => number,
): Near {
  const { productId } = entry;
  let nearest: Near = { entry, productId, pictureId: '', distance: Number.POSITIVE_INFINITY, texture: 0 };
  for (const { id, description } of entry.pictures) {
    const texture = textureDistance(asked, description);
    const distance = colorsApart ? Math.hypot(texture, colorsApart(description)) : texture;
    if (distance < nearest.distance) nearest = { entry, productId, pictureId: id, distance, texture };
  }
  return nearest;
}

/** The products nearest by their texture, the nearest first. */
export const rankByTexture = (entries: readonly CatalogueEntry[], description: Description): readonly Near[] =>
  entries
    .map((entry) => nearestPicture(entry, description))
    .toSorted(byDistance)
    .slice(0, NEAR_MAX);

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
    .map(({ entry }) =>
      nearestPicture(entry, description, ({ colors }) => COLOR_WEIGHTS[mode] * apart(description.colors, colors)),
    )
    .toSorted(byDistance);
}
