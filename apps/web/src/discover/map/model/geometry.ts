/** Geometry of shapes. Positions are `[longitude, latitude]` in degrees, as in GeoJSON. */
import type { Geometry, Position } from 'geojson';

export type Place = readonly [long: number, lat: number];
/** West, south, east, north. */
export type Bounds = readonly [number, number, number, number];

function positionsOf(geometry: Geometry): readonly Position[] {
  switch (geometry.type) {
    case 'Point':
      return [geometry.coordinates];
    case 'MultiPoint':
    case 'LineString':
      return geometry.coordinates;
    case 'MultiLineString':
    case 'Polygon':
      return geometry.coordinates.flat();
    case 'MultiPolygon':
      return geometry.coordinates.flat(2);
    case 'GeometryCollection':
      return geometry.geometries.flatMap(positionsOf);
  }
}

/** Null: there are no positions. */
export function boundsOf(geometries: readonly Geometry[]): Bounds | null {
  let [west, south, east, north] = [180, 90, -180, -90];
  for (const geometry of geometries) {
    for (const [long = 0, lat = 0] of positionsOf(geometry)) {
      west = Math.min(west, long);
      south = Math.min(south, lat);
      east = Math.max(east, long);
      north = Math.max(north, lat);
    }
  }
  return west > east ? null : [west, south, east, north];
}

/** The point for a shape's marker: the middle point of a line, the centre of an area's bounds. */
export function centreOf(geometry: Geometry): Place {
  if (geometry.type === 'LineString') {
    const [long = 0, lat = 0] = geometry.coordinates[Math.floor(geometry.coordinates.length / 2)] ?? [];
    return [long, lat];
  }
  const [west, south, east, north] = boundsOf([geometry]) ?? [0, 0, 0, 0];
  return [(west + east) / 2, (south + north) / 2];
}

const EARTH_METRES = 6_371_008.8;
const radians = (degrees: number) => (degrees * Math.PI) / 180;

/** The great-circle distance (haversine). */
export function metresBetween([fromLong, fromLat]: Place, [toLong, toLat]: Place): number {
  const half = (from: number, to: number) => Math.sin(radians(to - from) / 2) ** 2;
  const chord = half(fromLat, toLat) + Math.cos(radians(fromLat)) * Math.cos(radians(toLat)) * half(fromLong, toLong);
  return 2 * EARTH_METRES * Math.asin(Math.sqrt(Math.min(chord, 1)));
}

/** Walking speed, reduced because the way is not straight. */
const METRES_PER_MINUTE = 70;

export const walkingMinutes = (metres: number): number => Math.max(1, Math.round(metres / METRES_PER_MINUTE));
