/** The regions of a photograph, each with its nearest product. */
import type { RecognitionRegion } from '@earth/contracts';
import type { Match } from './match';

const WHOLE: RecognitionRegion = { x: 0, y: 0, width: 1, height: 1 };

export interface BoundingBox {
  readonly region: RecognitionRegion;
  readonly match: Match;
}

export const keyOf = ({ x, y, width, height }: RecognitionRegion) => `${x} ${y} ${width} ${height}`;

/** In the order of the matches. A match without a region is of the whole photograph. */
export function boundingBoxes(matches: readonly Match[]): readonly BoundingBox[] {
  const boxes = new Map<string, BoundingBox>();
  for (const match of matches) {
    const region = match.region ?? WHOLE;
    const former = boxes.get(keyOf(region));
    if (!former || match.distance < former.match.distance) boxes.set(keyOf(region), { region, match });
  }
  return [...boxes.values()];
}

/** Each product of the regions once, as the region that is most like it shows it. */
export function productsIn(boxes: readonly BoundingBox[]): readonly Match[] {
  const products = new Map<number, Match>();
  for (const { match } of boxes) {
    const former = products.get(match.contentId);
    if (!former || match.distance < former.distance) products.set(match.contentId, match);
  }
  return [...products.values()];
}
