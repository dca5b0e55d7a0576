/** The line of a pen with pressure, as segments between two circles each: a smooth line of varying width. */
import type { PenPoint } from './drawing-view';

/** A point of the path and the line width there, in pixels of the picture. */
export interface Spot {
  readonly x: number;
  readonly y: number;
  readonly width: number;
}

/** The widths at the lowest and the highest pressure, as shares of the line width; half pressure gives the line width. */
const LIGHTEST = 0.35;
const HARDEST = 1.65;
/** The pressure of a point without one. */
const HALF = 50;
/** A curve is divided into segments of this many line widths, and into at most this many segments. */
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

/** From the middle of one segment to the middle of the next, with the points as control points, like a line of constant width. */
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
 * Adds the segment between two points to the path. All segments have the same orientation, so that they fill one shape
 * without holes at crossings.
 * @param more how much wider than the line
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
