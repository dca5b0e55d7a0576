/** KML 2.3, «coordinates»: tuples of longitude, latitude and, if given, altitude, with white space between them. */
import type { Position } from 'geojson';
import { KmlError } from './kml-error';

/** Longer is no tuple. */
const TUPLE_MAX = 200;

/** One after the other, so that no list of all is made. Many files have a space after the comma too. */
function* tuplesIn(text: string): Generator<string> {
  let tuple = '';
  for (const [piece] of text.matchAll(/\S+/g)) {
    const goesOn = tuple.length < TUPLE_MAX && (tuple.endsWith(',') || (tuple !== '' && piece.startsWith(',')));
    if (goesOn) tuple += piece;
    else {
      if (tuple !== '') yield tuple;
      tuple = piece;
    }
  }
  if (tuple !== '') yield tuple;
}

function positionOf(tuple: string): Position | null {
  const [long = '', lat = ''] = tuple.split(',', 2);
  const [x, y] = [Number(long), Number(lat)];
  const isOnEarth = long !== '' && lat !== '' && Math.abs(x) <= 180 && Math.abs(y) <= 90;
  return isOnEarth ? [x, y] : null;
}

/**
 * @returns longitude and latitude in degrees. Null: one of them is no place on Earth, or there is none
 * @throws KmlError `tooMany` where there are more than `most`
 */
export function positionsIn(text: string, most: number): Position[] | null {
  const positions: Position[] = [];
  for (const tuple of tuplesIn(text)) {
    const position = positionOf(tuple);
    if (!position) return null;
    if (positions.length === most) throw new KmlError('tooMany');
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
