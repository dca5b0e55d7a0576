/** No text makes the reader crash, hang or return an invalid layer. The seeds are fixed, so that failures are reproducible. */
import fc from 'fast-check';
import { expect, test, vi } from 'vitest';
import { KmlError } from './kml-error';
import { readKmlFile } from './kml-file';
import { plainText } from './plain-text';
import { type Layer, readKml } from './read-kml';

const SEED = 20_261_123;
/** Longer than a machine under load takes for what is read at once. */
const HANGS_MS = 5000;
// A thousand files take a while on a machine that has other work to do.
vi.setConfig({ testTimeout: 60_000 });

const isPlace = (value: unknown): boolean =>
  Array.isArray(value) && typeof value[0] === 'number'
    ? Math.abs(value[0]) <= 540 && Math.abs(value[1] as number) <= 90
    : (value as unknown[]).every(isPlace);

const isLayer = ({ features }: Layer) =>
  features
    .flatMap(({ geometry }) => (geometry.type === 'GeometryCollection' ? geometry.geometries : [geometry]))
    .every((part) => 'coordinates' in part && isPlace(part.coordinates));

/** Whether what is there is read, or refused by a code: in time, either way. */
function isReadOrRefused(read: () => Layer): boolean {
  const start = performance.now();
  const isInTime = () => performance.now() - start < HANGS_MS;
  try {
    return isLayer(read()) && isInTime();
  } catch (error) {
    return error instanceof KmlError && isInTime();
  }
}

/** What a property does not hold for. Null: it holds for all that was tried. */
const exception = <Tried>(property: fc.IProperty<Tried>, numRuns: number) =>
  fc.check(property, { seed: SEED, numRuns }).counterexample;

const names = [
  'kml',
  'Document',
  'Folder',
  'Placemark',
  'Point',
  'LineString',
  'Polygon',
  'LinearRing',
  'MultiGeometry',
];
const others = ['outerBoundaryIs', 'innerBoundaryIs', 'coordinates', 'Style', 'StyleMap', 'Pair', 'key', 'styleUrl'];
const more = [
  'LineStyle',
  'PolyStyle',
  'outline',
  'CascadingStyle',
  'color',
  'width',
  'ExtendedData',
  'Data',
  'value',
  'SimpleData',
  'description',
];
const tag = fc.constantFrom(...names, ...others, ...more);
const text = fc.oneof(
  fc.constantFrom(
    '10,44',
    '10,44 11,44 11,45',
    '#a',
    'normal',
    'ff00ff00',
    '179,1 -179,2 181,3',
    ',10,44,\n11,44,',
    '10, 44,0, 11,44',
    '1e999,1',
    ',,',
    '&lt;',
    '&x;',
    '<![CDATA[<b>',
    ']]>',
  ),
  fc.string(),
);
/** Elements of KML in any order and depth: well-formed, but for what the texts in it do. */
const tree = fc.letrec<{ element: string }>((tie) => ({
  element: fc
    .tuple(
      tag,
      fc.oneof(
        { depthSize: 'medium', withCrossShrink: true },
        text,
        fc.array(tie('element')).map((all) => all.join('')),
      ),
    )
    .map(([name, inside]) => `<${name} id="a" name="b">${inside}</${name}>`),
})).element;

test('elements of KML in whatever order', () => {
  const property = fc.property(fc.array(tree, { maxLength: 8 }), (all) =>
    isReadOrRefused(() => readKml(`<kml>${all.join('')}</kml>`)),
  );
  expect(exception(property, 400)).toBeNull();
});

const good = `<kml><Document><Style id="a"><LineStyle><color>ff0000ff</color><width>2</width></LineStyle></Style><Folder><Placemark>
  <name>A</name><description><![CDATA[<p>x</p>]]></description><styleUrl>#a</styleUrl><ExtendedData><Data name="N"><value>1</value></Data>
  </ExtendedData><Polygon><outerBoundaryIs><LinearRing><coordinates>1,1 2,1 2,2 1,1</coordinates></LinearRing></outerBoundaryIs>
  </Polygon></Placemark></Folder></Document></kml>`;

test('a good file of which a piece is taken away, doubled or replaced', () => {
  const at = fc.nat(good.length);
  const property = fc.property(at, at, fc.oneof(text, tree), (from, to, piece) =>
    isReadOrRefused(() => readKml(good.slice(0, from) + piece + good.slice(to))),
  );
  expect(exception(property, 1000)).toBeNull();
});

test('any bytes, also such that begin like a zip', () => {
  const property = fc.property(fc.uint8Array({ maxLength: 600 }), fc.boolean(), (bytes, isZip) =>
    isReadOrRefused(() => readKmlFile(isZip ? Uint8Array.of(0x50, 0x4b, 3, 4, ...bytes) : bytes)),
  );
  expect(exception(property, 1000)).toBeNull();
});

test('whatever points are written, the same are read', () => {
  const degrees = (max: number) => fc.double({ min: -max, max, noNaN: true }).map((value) => value + 0);
  fc.assert(
    fc.property(fc.array(fc.tuple(degrees(180), degrees(90)), { maxLength: 30 }), (places) => {
      const written = places.map(
        ([x, y]) => `<Placemark><Point><coordinates>${x},${y}</coordinates></Point></Placemark>`,
      );
      const { features } = readKml(`<kml>${written.join('')}</kml>`);
      expect(features.map(({ geometry }) => 'coordinates' in geometry && geometry.coordinates)).toEqual(places);
    }),
    { seed: SEED, numRuns: 300 },
  );
});

test.each([
  ['opened tags', '<'.repeat(200_000)],
  ['line ends without one', '<br '.repeat(50_000)],
  ['entities without an end', '&#'.repeat(100_000)],
  ['line breaks', '\n'.repeat(200_000)],
  ['quotes in tags', '<a "'.repeat(50_000)],
  ['tags in quotes', '<a "<a" '.repeat(25_000)],
  ['comments without an end', '<!-- '.repeat(40_000)],
  ['styles without an end', '<style>'.repeat(30_000)],
  ['marks of lines', '<p> <br>'.repeat(25_000)],
])('a long description of nothing but %s takes no time', (_, html) => {
  const start = performance.now();
  plainText(html);
  expect(performance.now() - start).toBeLessThan(HANGS_MS);
});

test.each([
  ['spaces', ' '.repeat(500_000)],
  ['commas', ', '.repeat(200_000)],
  ['one number', '1'.repeat(500_000)],
  ['numbers and commas', '1,'.repeat(250_000)],
  ['commas of lines', '1,2,\n'.repeat(100_000)],
])('coordinates of nothing but %s take no time', (_, coordinates) => {
  const kml = `<kml><Placemark><Point><coordinates>${coordinates}</coordinates></Point></Placemark></kml>`;
  expect(isReadOrRefused(() => readKml(kml))).toBe(true);
});
