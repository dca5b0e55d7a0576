/** The way of a pen that tells how hard it is pressed, as pieces between two circles each: a smooth line of varying width. */
import type { PenPoint } from '@earth/calls';

/** A place of the way, and how wide the line is there: pixels of the picture. */
export interface Spot {
  readonly x: number;
  readonly y: number;
  readonly width: number;
}

/** The lightest and the hardest, as shares of a line's width; half pressed it is just that. */
const LIGHTEST = 0.35;
const HARDEST = 1.65;
/** Of one point whose pressure is not told. */
const HALF = 50;
/** A curve is cut into pieces of so many widths, and into so many at most. */
const PIECE_WIDTHS = 0.5;
const PIECES_MAX = 16;

const spotOf = ([x, y, pressure = HALF]: PenPoint, width: number): Spot => ({
  x,
  y,
  width: width * (LIGHTEST + ((HARDEST - LIGHTEST) * pressure) / 100),
});

const between = (one: Spot, other: Spot, share: number): Spot => ({
  x: one.x + (other.x - one.x) * share,
  y: one.y + (other.y - one.y) * share,
  width: one.width + (other.width - one.width) * share,
});

/** From the middle of one piece to the middle of the next, round each point: as a line of one width goes. */
export function smoothWay(points: readonly PenPoint[], width: number): readonly Spot[] {
  const spots = points.map((point) => spotOf(point, width));
  const way = spots.slice(0, 1);
  for (let index = 1; index < spots.length - 1; index += 1) {
    const [from, round, next] = [way.at(-1), spots[index], spots[index + 1]];
    if (!from || !round || !next) break;
    const to = between(round, next, 0.5);
    const length = Math.hypot(round.x - from.x, round.y - from.y) + Math.hypot(to.x - round.x, to.y - round.y);
    const pieces = Math.min(PIECES_MAX, Math.max(1, Math.ceil(length / (width * PIECE_WIDTHS))));
    for (let piece = 1; piece <= pieces; piece += 1) {
      const share = piece / pieces;
      way.push(between(between(from, round, share), between(round, to, share), share));
    }
  }
  return spots.length > 1 ? [...way, ...spots.slice(-1)] : way;
}

/**
 * Adds the piece between two places to the path. All pieces turn the same way round, so that filled together they are one
 * shape, without holes where they cross.
 * @param more how much wider than its own width
 */
export function tracePiece(
  canvas: Pick<CanvasRenderingContext2D, 'arc' | 'closePath' | 'moveTo'>,
  from: Spot,
  to: Spot,
  more: number,
): void {
  const quarter = Math.PI / 2;
  const angle = Math.atan2(to.y - from.y, to.x - from.x);
  const [fromRadius, toRadius] = [(from.width + more) / 2, (to.width + more) / 2];
  canvas.moveTo(from.x - fromRadius * Math.sin(angle), from.y + fromRadius * Math.cos(angle));
  canvas.arc(from.x, from.y, fromRadius, angle + quarter, angle + 3 * quarter);
  canvas.arc(to.x, to.y, toRadius, angle - quarter, angle + quarter);
  canvas.closePath();
}
