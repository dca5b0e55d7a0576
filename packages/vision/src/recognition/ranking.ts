/** Exact search: the products nearest to a description, by their texture, and of the nearest also by their colours. */
import { colorDistance, paletteDistance } from './colors';
import { type Description, textureDistance } from './description';

/** 0: texture alone; 1: and the palette; 2: and mean, deviation and histogram of the colours. */
export type RecognitionMode = 0 | 1 | 2;
export const RECOGNITION_MODES: readonly RecognitionMode[] = [0, 1, 2];

export interface CataloguePicture {
  readonly productId: number;
  readonly pictureId: string;
  readonly description: Description;
}

export interface Ranked {
  readonly productId: number;
  readonly pictureId: string;
  readonly distance: number;
}

/** Products whose colours are compared: the nearest in texture, so that a colour never leads to another material. */
const CANDIDATES = 50;
/** What ΔE 1 counts beside the distance of textures, by mode. */
const COLOR_WEIGHTS = [0, 0.02, 0.02] as const;

/** The nearest picture of each product by this distance, the nearest product first. */
function nearestPictures(
  pictures: readonly CataloguePicture[],
  distanceTo: (picture: CataloguePicture) => number,
): { readonly picture: CataloguePicture; readonly distance: number }[] {
  const nearest = new Map<number, { picture: CataloguePicture; distance: number }>();
  for (const picture of pictures) {
    const distance = distanceTo(picture);
    const best = nearest.get(picture.productId);
    if (!best || distance < best.distance) nearest.set(picture.productId, { picture, distance });
  }
  return [...nearest.values()].toSorted((one, other) => one.distance - other.distance);
}

/** At most 50 products, the nearest first. @param leftOut ids of products that are not searched */
export function rank(
  pictures: readonly CataloguePicture[],
  description: Description,
  mode: RecognitionMode,
  leftOut?: ReadonlySet<number>,
): readonly Ranked[] {
  const searched = leftOut ? pictures.filter(({ productId }) => !leftOut.has(productId)) : pictures;
  const byTexture = nearestPictures(searched, (picture) => textureDistance(description, picture.description));
  let nearest = byTexture.slice(0, CANDIDATES);
  if (mode !== 0) {
    const products = new Set(nearest.map(({ picture }) => picture.productId));
    const candidates = searched.filter(({ productId }) => products.has(productId));
    const colorsApart = mode === 1 ? paletteDistance : colorDistance;
    nearest = nearestPictures(candidates, ({ description: other }) =>
      Math.hypot(
        textureDistance(description, other),
        COLOR_WEIGHTS[mode] * colorsApart(description.colors, other.colors),
      ),
    );
  }
  return nearest.map(({ picture: { productId, pictureId }, distance }) => ({ productId, pictureId, distance }));
}
