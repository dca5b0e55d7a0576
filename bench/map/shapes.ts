/** Shapes over a town, generated from their numbers: of five, three are areas, one is a line and one a point. */

/** The initial centre of the product's map: D2.57. */
export const MIDDLE = { long: 10.629, lat: 44.698 };
/** The extent from west to east, and from south to north, in degrees: four screens of a phone at zoom 14, one at zoom 12. */
const EXTENT = { long: 0.06, lat: 0.06 };
/** In degrees: about 20 metres. */
const RADIUS = 0.0002;
const CORNERS = 12;

type Place = readonly [long: number, lat: number];

type Shape =
  | { readonly type: 'Point'; readonly coordinates: Place }
  | { readonly type: 'LineString'; readonly coordinates: readonly Place[] }
  | { readonly type: 'Polygon'; readonly coordinates: readonly (readonly Place[])[] };

/** From 0 to 1, evenly distributed: the fractional parts of multiples of two irrational numbers. */
const placeOf = (number: number): Place => [
  MIDDLE.long + EXTENT.long * (((number * Math.SQRT2) % 1) - 0.5),
  MIDDLE.lat + EXTENT.lat * (((number * Math.sqrt(3)) % 1) - 0.5),
];

const around = ([long, lat]: Place, corner: number): Place => {
  const angle = (2 * Math.PI * corner) / CORNERS;
  return [long + RADIUS * Math.cos(angle), lat + RADIUS * Math.sin(angle)];
};

function shapeOf(number: number): Shape {
  const place = placeOf(number);
  const corners = Array.from({ length: CORNERS }, (_, corner) => around(place, corner));
  if (number % 5 === 0) return { type: 'Point', coordinates: place };
  if (number % 5 === 1) return { type: 'LineString', coordinates: corners.slice(0, CORNERS / 2) };
  return { type: 'Polygon', coordinates: [[...corners, around(place, 0)]] };
}

export const makeShapes = (count: number): readonly Shape[] =>
  Array.from({ length: count }, (_, number) => shapeOf(number));

export const geoJsonOf = (shapes: readonly Shape[]) =>
  JSON.stringify({
    type: 'FeatureCollection',
    features: shapes.map((geometry) => ({ type: 'Feature', geometry, properties: {} })),
  });

const written = (places: readonly Place[]) =>
  `<coordinates>${places.map(([long, lat]) => `${long.toFixed(6)},${lat.toFixed(6)}`).join(' ')}</coordinates>`;

function kmlGeometry(shape: Shape): string {
  switch (shape.type) {
    case 'Point':
      return `<Point>${written([shape.coordinates])}</Point>`;
    case 'LineString':
      return `<LineString>${written(shape.coordinates)}</LineString>`;
    case 'Polygon': {
      const [outer = []] = shape.coordinates;
      return `<Polygon><outerBoundaryIs><LinearRing>${written(outer)}</LinearRing></outerBoundaryIs></Polygon>`;
    }
  }
}

/** In the form of a town's parks: each with its name and its place. */
export function kmlOf(shapes: readonly Shape[]): string {
  const data = (name: string, value: string) => `<Data name="${name}"><value>${value}</value></Data>`;
  const placemarks = shapes.map((shape, number) => {
    const described = data('NOMEPARCO', `Park ${number + 1}`) + data('UBICAZIONE', `Street ${number + 1}`);
    return `<Placemark><ExtendedData>${described}</ExtendedData>${kmlGeometry(shape)}</Placemark>`;
  });
  return `<?xml version="1.0" encoding="UTF-8"?>
<kml xmlns="http://www.opengis.net/kml/2.2"><Document>${placemarks.join('\n')}</Document></kml>`;
}
