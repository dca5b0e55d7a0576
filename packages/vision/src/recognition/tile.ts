/**
 * The tile in a photograph: four straight edges, each brighter or darker than the ground on all of its length, so that lines of a pattern within the tile
 * do not count (Hough transform with the direction of the gradient: Ballard 1981).
 */
import { grayOfRgba, shrink } from '../image';
import type { Point } from '../homography';
import type { ColorImage } from './color-image';

/** Corners in pixels of the image: top left, top right, bottom right, bottom left. */
export type Quad = readonly [Point, Point, Point, Point];

/** The longer side of the picture in which edges are looked for. */
const SIDE = 160;
/** Directions of the gradient; a side of the tile may be turned by `TURN_MAX` of them. */
const DIRECTIONS = 120;
const TURN_MAX = 8;
/** Least gradient, in grey values over two pixels. */
const GRADIENT_MIN = 14;
/** Share of a side along which its edge must be seen, and pixels that it may lie beside it. */
const SEEN_MIN = 0.62;
const BESIDE = 1.6;
/** Lines that may be one side. */
const LINES_MAX = 4;
/** Pixels beside an edge at which tile and ground are compared: farther out than a joint is wide. */
const WITHIN = 4;
const BEYOND = 9;
/** Places along an edge that are compared, the least difference, and the share of them that must have it. */
const PLACES = 24;
const DIFFERENCE_MIN = 12;
const DIFFERENT_MIN = 0.6;
/** Sides of the tile in relation to those of the picture. */
const LEAST = 0.35;

/** x · cos + y · sin = offset, with the gradient along (cos, sin). */
interface Line {
  readonly cos: number;
  readonly sin: number;
  readonly offset: number;
}

interface Edges {
  readonly width: number;
  readonly height: number;
  readonly luma: Uint8Array;
  /** Pixels with a strong gradient, and its direction. */
  readonly points: readonly { readonly x: number; readonly y: number; readonly direction: number }[];
}

function findEdges(image: ColorImage, width: number, height: number): Edges {
  const { data } = shrink(grayOfRgba(image.width, image.height, image.data), width, height);
  const points = [];
  for (let y = 1; y < height - 1; y += 1)
    for (let x = 1; x < width - 1; x += 1) {
      const at = y * width + x;
      const [across, down] = [data[at + 1]! - data[at - 1]!, data[at + width]! - data[at - width]!];
      if (Math.hypot(across, down) < GRADIENT_MIN) continue;
      const turn = Math.atan2(down, across) / (2 * Math.PI);
      points.push({ x, y, direction: Math.round((turn + 1) * DIRECTIONS) % DIRECTIONS });
    }
  return { width, height, luma: data, points };
}

/** The line through the edges beside a line, whose direction and place are steps of the vote: total least squares. */
function fitted(points: Edges['points'], { cos, sin, offset }: Line): Line {
  let [count, sumX, sumY, xx, xy, yy] = [0, 0, 0, 0, 0, 0];
  for (const { x, y, direction } of points) {
    const angle = (direction * 2 * Math.PI) / DIRECTIONS;
    if (Math.abs(x * cos + y * sin - offset) > 2.5 || Math.cos(angle) * cos + Math.sin(angle) * sin < 0.9) continue;
    count += 1;
    sumX += x;
    sumY += y;
    xx += x * x;
    xy += x * y;
    yy += y * y;
  }
  const [meanX, meanY] = [sumX / count, sumY / count];
  const [spreadX, spreadY, both] = [xx / count - meanX ** 2, yy / count - meanY ** 2, xy / count - meanX * meanY];
  // The normal is the direction of the least spread; it keeps the sense of the gradient.
  const along = 0.5 * Math.atan2(2 * both, spreadX - spreadY);
  const sense = -Math.sin(along) * cos + Math.cos(along) * sin > 0 ? 1 : -1;
  const normal = [-Math.sin(along) * sense, Math.cos(along) * sense] as const;
  return { cos: normal[0], sin: normal[1], offset: meanX * normal[0] + meanY * normal[1] };
}

/** The strongest lines whose gradient has nearly this direction, no two of them near each other. */
function findLines({ width, height, points }: Edges, middle: number): Line[] {
  const reach = Math.ceil(Math.hypot(width, height));
  const offsets = 2 * reach;
  const votes = new Uint16Array((2 * TURN_MAX + 1) * offsets);
  for (const { x, y, direction } of points) {
    const turn = ((direction - middle + DIRECTIONS + DIRECTIONS / 2) % DIRECTIONS) - DIRECTIONS / 2;
    for (let near = Math.max(-TURN_MAX, turn - 2); near <= Math.min(TURN_MAX, turn + 2); near += 1) {
      const angle = ((middle + near) * 2 * Math.PI) / DIRECTIONS;
      votes[(near + TURN_MAX) * offsets + Math.round(x * Math.cos(angle) + y * Math.sin(angle)) + reach]! += 1;
    }
  }
  const least = LEAST * Math.min(width, height) * SEEN_MIN;
  const lines: Line[] = [];
  const order = Array.from(votes.keys())
    .filter((at) => votes[at]! >= least)
    .toSorted((one, other) => votes[other]! - votes[one]!);
  for (const at of order) {
    if (lines.length === LINES_MAX) break;
    const angle = ((middle + Math.floor(at / offsets) - TURN_MAX) * 2 * Math.PI) / DIRECTIONS;
    const line = fitted(points, { cos: Math.cos(angle), sin: Math.sin(angle), offset: (at % offsets) - reach });
    if (lines.every((other) => Math.abs(other.offset - line.offset) > 3)) lines.push(line);
  }
  return lines;
}

function crossing(one: Line, other: Line): Point {
  const determinant = one.cos * other.sin - one.sin * other.cos;
  return [
    (one.offset * other.sin - one.sin * other.offset) / determinant,
    (one.cos * other.offset - one.offset * other.cos) / determinant,
  ];
}

/** Share of the places between two corners that have an edge of the line's direction. */
function seenShare(edges: Edges, marks: ReadonlySet<number>, from: Point, to: Point): number {
  const steps = Math.max(2, Math.ceil(Math.hypot(to[0] - from[0], to[1] - from[1])));
  let seen = 0;
  for (let step = 0; step <= steps; step += 1) {
    const x = from[0] + ((to[0] - from[0]) * step) / steps;
    const y = from[1] + ((to[1] - from[1]) * step) / steps;
    let isSeen = false;
    for (let dy = -1; dy <= 1 && !isSeen; dy += 1)
      for (let dx = -1; dx <= 1 && !isSeen; dx += 1)
        isSeen = Math.hypot(dx, dy) < BESIDE && marks.has((Math.round(y) + dy) * edges.width + Math.round(x) + dx);
    if (isSeen) seen += 1;
  }
  return seen / (steps + 1);
}

/** Whether the ground beyond an edge differs from the tile within: beyond a joint lies the next piece, which does not. @param sense 1: the tile is brighter */
function isBorder({ width, height, luma }: Edges, from: Point, to: Point, sense: 1 | -1): boolean {
  const length = Math.hypot(to[0] - from[0], to[1] - from[1]);
  const [outX, outY] = [(to[1] - from[1]) / length, (from[0] - to[0]) / length];
  let [seen, different] = [0, 0];
  for (let place = 0; place < PLACES; place += 1) {
    const share = 0.1 + (0.8 * place) / (PLACES - 1);
    const [x, y] = [from[0] + share * (to[0] - from[0]), from[1] + share * (to[1] - from[1])];
    const [column, row] = [Math.round(x + BEYOND * outX), Math.round(y + BEYOND * outY)];
    if (column < 0 || row < 0 || column >= width || row >= height) continue;
    const within = luma[Math.round(y - WITHIN * outY) * width + Math.round(x - WITHIN * outX)]!;
    seen += 1;
    if (sense * (within - luma[row * width + column]!) >= DIFFERENCE_MIN) different += 1;
  }
  return seen >= PLACES / 4 && different >= DIFFERENT_MIN * seen;
}

/** The pixels whose gradient is nearly along the line's. */
function marksOf({ width, points }: Edges, middle: number): ReadonlySet<number> {
  const marks = new Set<number>();
  for (const { x, y, direction } of points) {
    const turn = Math.abs(((direction - middle + DIRECTIONS + DIRECTIONS / 2) % DIRECTIONS) - DIRECTIONS / 2);
    if (turn <= TURN_MAX + 3) marks.add(y * width + x);
  }
  return marks;
}

/** All four edges, each with the tile to the right of its direction. */
const hasBorder = (edges: Edges, quad: Quad, sense: 1 | -1): boolean =>
  quad.every((corner, at) => isBorder(edges, corner, quad[(at + 1) & 3]!, sense));

/** @param polarity 0: the tile is brighter than the ground, 1: darker */
function bestQuad(edges: Edges, polarity: 0 | 1): { quad: Quad; score: number } | null {
  const quarter = DIRECTIONS / 4;
  // The gradient of the left edge of a bright tile points to the right; then down, left and up.
  const middles = [0, 1, 2, 3].map((side) => ((side + 2 * polarity) % 4) * quarter) as [number, number, number, number];
  const [lefts, tops, rights, bottoms] = middles.map((middle) => findLines(edges, middle)) as [
    Line[],
    Line[],
    Line[],
    Line[],
  ];
  const marks = middles.map((middle) => marksOf(edges, middle));
  let best: { quad: Quad; score: number } | null = null;
  for (const left of lefts)
    for (const right of rights)
      for (const top of tops)
        for (const bottom of bottoms) {
          const quad: Quad = [
            crossing(left, top),
            crossing(right, top),
            crossing(right, bottom),
            crossing(left, bottom),
          ];
          const score = scoreOf(edges, marks, quad);
          if (score > (best?.score ?? 0) && hasBorder(edges, quad, polarity === 0 ? 1 : -1)) best = { quad, score };
        }
  return best;
}

/** The share of the edges that is seen, more for a larger quadrilateral; 0 if it cannot be the tile. */
function scoreOf(edges: Edges, marks: readonly ReadonlySet<number>[], quad: Quad): number {
  const { width, height } = edges;
  const [topLeft, topRight, bottomRight, bottomLeft] = quad;
  const isInside = quad.every(([x, y]) => x > -2 && y > -2 && x < width + 2 && y < height + 2);
  const across = Math.min(topRight[0] - topLeft[0], bottomRight[0] - bottomLeft[0]);
  const down = Math.min(bottomLeft[1] - topLeft[1], bottomRight[1] - topRight[1]);
  if (!isInside || across < LEAST * width || down < LEAST * height) return 0;
  const shares = [
    seenShare(edges, marks[0]!, topLeft, bottomLeft),
    seenShare(edges, marks[1]!, topLeft, topRight),
    seenShare(edges, marks[2]!, topRight, bottomRight),
    seenShare(edges, marks[3]!, bottomLeft, bottomRight),
  ];
  if (Math.min(...shares) < SEEN_MIN) return 0;
  return shares.reduce((sum, share) => sum + share) * (1 + (across * down) / (width * height));
}

/** @returns null if the four edges of a tile that stands out from its ground are not seen */
export function findTile(image: ColorImage): Quad | null {
  const scale = SIDE / Math.max(image.width, image.height);
  const [width, height] = [Math.round(image.width * scale), Math.round(image.height * scale)];
  if (scale > 1 || Math.min(width, height) < SIDE / 4) return null;
  const edges = findEdges(image, width, height);
  const [brighter, darker] = [bestQuad(edges, 0), bestQuad(edges, 1)];
  const best = (brighter?.score ?? 0) >= (darker?.score ?? 0) ? brighter : darker;
  if (!best) return null;
  const corner = ([x, y]: Point): Point => [(x + 0.5) / scale, (y + 0.5) / scale];
  const [first, second, third, fourth] = best.quad;
  return [corner(first), corner(second), corner(third), corner(fourth)];
}
