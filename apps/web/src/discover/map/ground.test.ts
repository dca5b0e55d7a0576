import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const ROOT = join(import.meta.dirname, '../../../../..');
const DEMO = join(ROOT, 'apps/server/demo');
const read = (path: string): unknown => JSON.parse(readFileSync(path, 'utf8'));

type Position = readonly [long: number, lat: number];
interface Ground {
  readonly features: readonly {
    readonly properties: { readonly kind: string };
    readonly geometry: { readonly coordinates: unknown };
  }[];
}
interface Demo {
  readonly contents: readonly { readonly key: string; readonly lat?: number; readonly long?: number }[];
}

/** What shows where a place is: an area alone, such as a park, does not. */
const SHOWN = new Set(['main', 'road', 'street', 'path', 'building']);
/** The map of a content on a phone, px, and the world at its zoom of 18 (D9.13), in tiles of 512 px. */
const VIEW = { x: 390, y: 320 };
const WORLD = 512 * 2 ** 18;

/** Web Mercator, px. */
function pixel([long, lat]: Position) {
  const north = Math.asinh(Math.tan((lat * Math.PI) / 180)) / Math.PI;
  return { x: ((long + 180) / 360) * WORLD, y: ((1 - north) / 2) * WORLD };
}

const isPosition = (value: unknown): value is Position => Array.isArray(value) && typeof value[0] === 'number';

/** All lines and rings within coordinates of any depth. */
function linesIn(coordinates: unknown): (readonly Position[])[] {
  if (!Array.isArray(coordinates) || isPosition(coordinates)) return [];
  return coordinates.every(isPosition) ? [coordinates] : coordinates.flatMap(linesIn);
}

/** Whether a part of the way from one point to the other is in the view around the place (Liang and Barsky 1984). */
function crosses(place: Position, from: Position, to: Position): boolean {
  const [middle, start, end] = [pixel(place), pixel(from), pixel(to)];
  let [first, last] = [0, 1];
  for (const axis of ['x', 'y'] as const) {
    const [begin, way, half] = [start[axis] - middle[axis], end[axis] - start[axis], VIEW[axis] / 2];
    if (way === 0 && Math.abs(begin) > half) return false;
    if (way === 0) continue;
    const edges = [(-half - begin) / way, (half - begin) / way];
    first = Math.max(first, Math.min(...edges));
    last = Math.min(last, Math.max(...edges));
  }
  return first <= last;
}

const ground = read(join(ROOT, 'brands/earth/ground.geojson')) as Ground;
const lines = ground.features
  .filter(({ properties }) => SHOWN.has(properties.kind))
  .flatMap(({ geometry }) => linesIn(geometry.coordinates));
const places = readdirSync(DEMO)
  .filter((name) => name.endsWith('.json'))
  .flatMap((name) => (read(join(DEMO, name)) as Partial<Demo>).contents ?? [])
  .flatMap(({ key, lat, long }): [string, Position][] =>
    lat === undefined || long === undefined ? [] : [[key, [long, lat]]],
  );

test('each place of the demo has a street, a path or a building on its map', () => {
  expect(places.length).toBeGreaterThan(50);
  const lost = places.filter(
    ([, place]) =>
      !lines.some((line) => line.some((to, index) => index > 0 && crosses(place, line[index - 1] ?? to, to))),
  );
  expect(lost.map(([key]) => key)).toEqual([]);
});
