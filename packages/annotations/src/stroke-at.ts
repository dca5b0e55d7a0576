/** Hit test: finds the stroke of a picture under a pointer. */
import type { ColoredStroke, Point } from './drawing-view';
import { markerRadius } from './draw-stroke';
import { type MeasureText, isOnText } from './text-at';

type Place = readonly [x: number, y: number, ...rest: unknown[]];

/** The distance from a position to the line between two others. */
function toSegment([x, y]: Point, [x1, y1]: Place, [x2, y2]: Place): number {
  const [dx, dy] = [x2 - x1, y2 - y1];
  const length2 = dx * dx + dy * dy;
  const share = length2 === 0 ? 0 : Math.min(1, Math.max(0, ((x - x1) * dx + (y - y1) * dy) / length2));
  return Math.hypot(x - x1 - share * dx, y - y1 - share * dy);
}

const toWay = (at: Point, way: readonly Place[]) =>
  Math.min(...way.map((place, index) => toSegment(at, way[index - 1] ?? place, place)));

/** How many straight pieces stand for an ellipse: the error is below a hundredth of its size. */
const PIECES = 32;

/** The outline of a shape between two corners. */
function outlineOf({ tool, points }: ColoredStroke): readonly Place[] {
  const [first, last = first] = points;
  if (!first || !last || (tool !== 'rectangle' && tool !== 'ellipse')) return points;
  const [[x1, y1], [x2, y2]] = [first, last];
  if (tool === 'rectangle') return [first, [x2, y1], last, [x1, y2], first];
  return Array.from({ length: PIECES + 1 }, (_, piece): Place => {
    const angle = (piece / PIECES) * 2 * Math.PI;
    return [(x1 + x2 + (x2 - x1) * Math.cos(angle)) / 2, (y1 + y2 + (y2 - y1) * Math.sin(angle)) / 2];
  });
}

/** The distance from a position to the edge of a stroke; none inside of its line. */
function distanceTo(stroke: ColoredStroke, at: Point): number {
  const isMarker = stroke.tool === 'marker';
  return toWay(at, outlineOf(stroke)) - (isMarker ? markerRadius(stroke.width) : stroke.width / 2);
}

/**
 * The topmost finished stroke.
 * @param reach how far beside it still counts, in pixels of the picture
 * @param measure measures the width of a text at a font size, in pixels of the picture
 */
export const strokeAt = (
  strokes: readonly ColoredStroke[],
  at: Point,
  reach: number,
  measure: MeasureText,
): ColoredStroke | undefined =>
  strokes.findLast(
    (stroke) =>
      !stroke.isOpen && (stroke.tool === 'text' ? isOnText(stroke, at, measure) : distanceTo(stroke, at) <= reach),
  );
