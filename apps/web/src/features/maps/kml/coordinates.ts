/** KML 2.3, «coordinates»: tuples of longitude, latitude and, if given, altitude, with white space between them. */
import type { Position } from 'geojson';

/** Longer is no tuple. */
const TUPLE_MAX = 200;

/** Many files have a space after the comma too. */
function tuplesIn(text: string): readonly string[] {
  const tuples: string[] = [];
  for (const piece of text.split(/\s+/)) {
    const last = tuples.at(-1);
    if (piece === '') continue;
    const goesOn = last !== undefined && last.length < TUPLE_MAX && (piece.startsWith(',') || last.endsWith(','));
    if (goesOn) tuples.splice(-1, 1, last + piece);
    else tuples.push(piece);
  }
  return tuples;
}

function positionOf(tuple: string): Position | null {
  const [long = '', lat = ''] = tuple.split(',', 2);
  const [x, y] = [Number(long), Number(lat)];
  const isOnEarth = long !== '' && lat !== '' && Math.abs(x) <= 180 && Math.abs(y) <= 90;
  return isOnEarth ? [x, y] : null;
}

/** @returns longitude and latitude in degrees. Null: one of them is no place on Earth, or there is none */
export function positionsIn(text: string): Position[] | null {
  const positions: Position[] = [];
  for (const tuple of tuplesIn(text)) {
    const position = positionOf(tuple);
    if (!position) return null;
    positions.push(position);
  }
  return positions.length > 0 ? positions : null;
}

/** The ring of a polygon: three corners at least, and the first one again at its end (RFC 7946, 3.1.6). Null: it is none. */
export function ringOf(positions: Position[]): Position[] | null {
  const [first, last] = [positions[0], positions.at(-1)];
  if (!first || !last) return null;
  const isClosed = first[0] === last[0] && first[1] === last[1];
  const ring = isClosed ? positions : [...positions, first];
  return ring.length >= 4 ? ring : null;
}
