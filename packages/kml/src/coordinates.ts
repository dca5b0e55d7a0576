/**
 * KML 2.3, «coordinates»: tuples of longitude, latitude and optional altitude, with commas between numbers and white space between
 * tuples. Many files have white space beside the commas, a comma after each tuple, or commas alone; such a list is read if it has one
 * possible reading.
 */
import type { Position } from 'geojson';
import { KmlError } from './kml-error';

/** Gap between two numbers, from one that surely separates tuples to one that surely does not. */
const Gap = { space: 0, commaAndLine: 1, commaAndSpace: 2, comma: 3 } as const;
type Gap = (typeof Gap)[keyof typeof Gap];

/** Numbers of a list, and the gap before each. */
interface NumberList {
  readonly numbers: readonly number[];
  readonly gaps: readonly Gap[];
}

/** Null: a number is missing between two commas. */
function gapOf(between: string): Gap | null {
  const comma = between.indexOf(',');
  if (comma === -1) return Gap.space;
  if (between.includes(',', comma + 1)) return null;
  if (between.length === 1) return Gap.comma;
  return /[\r\n]/.test(between) ? Gap.commaAndLine : Gap.commaAndSpace;
}

const DECIMAL = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i;
/** NaN if it is no number, which is allowed for an altitude. */
const numberOf = (text: string) => (DECIMAL.test(text) ? Number(text) : Number.NaN);

/** Null: it is no list of tuples in any reading. @throws KmlError `tooMany` */
function numbersIn(text: string, most: number): NumberList | null {
  const numbers: number[] = [];
  const gaps: Gap[] = [];
  let end = 0;
  for (const { 0: piece, index } of text.matchAll(/[^\s,]+/g)) {
    const gap = gapOf(text.slice(end, index));
    // A number alone is no tuple, so a text that is no list is refused at its first words, however long it is.
    const isAlone = gap === Gap.space && gaps.at(-1) === Gap.space;
    if (gap === null || isAlone) return null;
    // A position has at most three numbers.
    if (numbers.length === 3 * most) throw new KmlError('tooMany');
    numbers.push(numberOf(piece));
    gaps.push(gaps.length === 0 ? Gap.space : gap);
    end = index + piece.length;
  }
  return gapOf(text.slice(end)) === null ? null : { numbers, gaps };
}

/** Start of each tuple if such gaps separate tuples, and the end of the last. */
function startsAt({ numbers, gaps }: NumberList, widest: Gap): number[] {
  const starts: number[] = [];
  for (const [index, gap] of gaps.entries()) if (gap <= widest || index === 0) starts.push(index);
  return [...starts, numbers.length];
}

const sizesOf = (starts: readonly number[]) => starts.slice(1).map((end, index) => end - (starts[index] ?? 0));
const areTuples = (starts: readonly number[]) => sizesOf(starts).every((size) => size === 2 || size === 3);

const isOnEarth = (long = Number.NaN, lat = Number.NaN) => Math.abs(long) <= 360 && Math.abs(lat) <= 90;

/** Positions that start at these numbers. Null: one of them is not on Earth. */
function positionsAt({ numbers }: NumberList, starts: readonly number[]): Position[] | null {
  const positions: Position[] = [];
  for (const start of starts) {
    const [long, lat] = [numbers[start] ?? Number.NaN, numbers[start + 1] ?? Number.NaN];
    if (!isOnEarth(long, lat)) return null;
    positions.push([long, lat]);
  }
  return positions;
}

/** Tuples of a fixed size. Null: the numbers do not come out even, or one is not on Earth. */
function everyNth(list: NumberList, groups: readonly number[], size: 2 | 3): Position[] | null {
  if (!sizesOf(groups).every((numbers) => numbers % size === 0)) return null;
  return positionsAt(
    list,
    Array.from({ length: list.numbers.length / size }, (_, index) => index * size),
  );
}

/** Commas only: the count of numbers tells the size of tuples. Null: there are two possible readings, or none. */
function withoutGaps(list: NumberList): Position[] | null {
  const groups = startsAt(list, Gap.space);
  const [pairs, triples] = [everyNth(list, groups, 2), everyNth(list, groups, 3)];
  const isFlat = list.numbers.every((number, index) => index % 3 !== 2 || number === 0);
  if (triples && (isFlat || !pairs)) return triples;
  // Four numbers may also be one position with two extra values, unless there is only one such group.
  return pairs && !triples && groups.length === 2 ? pairs : null;
}

/**
 * Unwraps longitudes: they go on beyond 180° if that is the shorter way between two positions, as on a globe; the first is within ±180.
 * A ring around a pole stays as it is. Null: it goes round the Earth more than once, farther than maps draw.
 */
function unwrapped(positions: Position[]): Position[] | null {
  let turns = 0;
  let before: number | null = null;
  const going = positions.map(([long = 0, lat = 0]): Position => {
    const step = before === null ? 0 : long + 360 * turns - before;
    if (before === null && Math.abs(long) > 180) turns = -Math.sign(long);
    // A full turn is the whole Earth, not zero.
    else if (Math.abs(step) > 180 && Math.abs(step) !== 360) turns -= Math.round(step / 360);
    before = long + 360 * turns;
    return [before, lat];
  });
  if (going.some(([long = 0]) => Math.abs(long) > 540)) return null;
  const isClosed = positions[0]?.[0] === positions.at(-1)?.[0];
  return isClosed && going[0]?.[0] !== going.at(-1)?.[0] ? positions : going;
}

/**
 * @returns longitudes and latitudes in degrees, empty if there are none. Null: a position is not on Earth, or the reading is ambiguous
 * @throws KmlError `tooMany` if there are more than `most`
 */
export function positionsIn(text: string, most: number): Position[] | null {
  const list = numbersIn(text, most);
  if (!list) return null;
  if (list.numbers.length === 0) return [];
  const widest = [Gap.space, Gap.commaAndLine, Gap.commaAndSpace].find((gap) => areTuples(startsAt(list, gap)));
  const positions = widest === undefined ? withoutGaps(list) : positionsAt(list, startsAt(list, widest).slice(0, -1));
  if (positions && positions.length > most) throw new KmlError('tooMany');
  return positions && unwrapped(positions);
}

/** Degrees, about 10 cm: tolerance for different rounding in two rings. */
const ROUNDING = 1e-6;

/** Least and greatest longitude. */
function rangeOf(ring: readonly Position[]): readonly [number, number] {
  let [west, east] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const [long = 0] of ring) [west, east] = [Math.min(west, long), Math.max(east, long)];
  return [west, east];
}

/**
 * Moves a hole by whole turns into the longitudes of its area: each ring is unwrapped alone and may begin on the other side of 180°.
 * Null: no turn fits.
 */
export function holeWithin(outer: readonly Position[], hole: Position[]): Position[] | null {
  const [[outerWest, outerEast], [west, east]] = [rangeOf(outer), rangeOf(hole)];
  const isWithin = (turn: number) => west + turn >= outerWest - ROUNDING && east + turn <= outerEast + ROUNDING;
  // Unwrapped longitudes go from -540 to 540.
  const turn = [0, 360, -360, 720, -720].find(isWithin);
  if (turn === undefined) return null;
  return hole.map(([long = 0, lat = 0]) => [long + turn, lat]);
}

/** A ring of a polygon: at least three corners, the first repeated at the end (RFC 7946, 3.1.6). Null: it is no ring. */
export function ringOf(positions: Position[]): Position[] | null {
  const [first, last] = [positions[0], positions.at(-1)];
  if (!first || !last) return null;
  const isClosed = first[0] === last[0] && first[1] === last[1];
  const ring = isClosed ? positions : [...positions, first];
  return ring.length >= 4 ? ring : null;
}
