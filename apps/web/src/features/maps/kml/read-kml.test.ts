import { LAYER_POINTS_MAX, LAYER_SHAPES_MAX } from '@earth/contracts/constants';
import { expect, test } from 'vitest';
import { positionsIn } from './coordinates';
import { KmlError } from './kml-error';
import { readKml } from './read-kml';

const kml = (inside: string) =>
  `<?xml version="1.0" encoding="UTF-8"?><kml xmlns="http://www.opengis.net/kml/2.2"><Document>${inside}</Document></kml>`;
const point = (inside = '', coordinates = '10.629,44.698,0') =>
  `<Placemark>${inside}<Point><coordinates>${coordinates}</coordinates></Point></Placemark>`;
const line = (coordinates: string) =>
  `<Placemark><LineString><coordinates>${coordinates}</coordinates></LineString></Placemark>`;
const shapes = (inside: string) => readKml(kml(inside)).features;
const geometries = (inside: string) => shapes(inside).map(({ geometry }) => geometry);

/** The code with which a text is refused. */
function refusal(text: string) {
  try {
    readKml(text);
  } catch (error) {
    return error instanceof KmlError ? error.code : error;
  }
  return null;
}

test('points, lines and polygons with holes are read, in degrees of longitude and latitude', () => {
  const ring = (x: number) => `<LinearRing><coordinates>${x},1 ${x + 1},1\n\t${x},2 ${x},1</coordinates></LinearRing>`;
  const read = geometries(`${point()}
    <Placemark><LineString><coordinates> 10,44,3 10.5,44.5 </coordinates></LineString></Placemark>
    <Placemark><Polygon><outerBoundaryIs>${ring(1)}</outerBoundaryIs><innerBoundaryIs>${ring(2)}</innerBoundaryIs>
      <innerBoundaryIs>${ring(3)}</innerBoundaryIs></Polygon></Placemark>`);
  const corners = (x: number) => [
    [x, 1],
    [x + 1, 1],
    [x, 2],
    [x, 1],
  ];
  expect(read).toEqual([
    { type: 'Point', coordinates: [10.629, 44.698] },
    {
      type: 'LineString',
      coordinates: [
        [10, 44],
        [10.5, 44.5],
      ],
    },
    { type: 'Polygon', coordinates: [corners(1), corners(2), corners(3)] },
  ]);
});

test('several geometries of a placemark are one shape, however deep they lie', () => {
  const two = '<Point><coordinates>1,2</coordinates></Point><Point><coordinates>3,4</coordinates></Point>';
  expect(
    geometries(`<Placemark><MultiGeometry><MultiGeometry>${two}</MultiGeometry></MultiGeometry></Placemark>`),
  ).toEqual([
    {
      type: 'GeometryCollection',
      geometries: [
        { type: 'Point', coordinates: [1, 2] },
        { type: 'Point', coordinates: [3, 4] },
      ],
    },
  ]);
});

test('Discover 3, KML properties: Data and SchemaData are read by name, descriptions without their HTML', () => {
  const data = `<name> Park </name><description><![CDATA[<b>Open</b><br/>all day &amp; night]]></description>
    <ExtendedData><Data name="RISTORO"><displayName>Bar</displayName><value>1</value></Data>
      <SchemaData schemaUrl="#s"><SimpleData name="NOMEPARCO">Parco del Popolo</SimpleData>
        <SimpleData name="__proto__">x</SimpleData></SchemaData></ExtendedData>`;
  const [shape] = shapes(`<Schema id="s"><SimpleField name="NOMEPARCO" type="string"/></Schema>${point(data)}`);
  expect(shape?.properties).toMatchObject({ name: 'Park', description: 'Open\nall day & night' });
  expect(Object.entries(shape?.properties.data ?? {})).toEqual([
    ['RISTORO', '1'],
    ['NOMEPARCO', 'Parco del Popolo'],
    ['__proto__', 'x'],
  ]);
  const [other] = shapes(point('<description>As <i>elements</i>, too</description>'));
  expect(other?.properties.description).toBe('As elements, too');
});

test('styles come from the placemark, the file or a map of it, wherever they stand: aabbggrr, widths, no fill', () => {
  const style = (id: string, color: string) =>
    `<Style id="${id}"><LineStyle><color>${color}</color><width>3</width></LineStyle></Style>`;
  const map = `<StyleMap id="map"><Pair><key>highlight</key><styleUrl>#red</styleUrl></Pair>
    <Pair><key>normal</key><styleUrl>#blue</styleUrl></Pair></StyleMap>`;
  const inline = `<styleUrl>#red</styleUrl><Style><LineStyle><width>99</width></LineStyle>
    <PolyStyle><color>80112233</color></PolyStyle><IconStyle><color>ff00ff00</color>
    <Icon><href>http://elsewhere.example/i.png</href></Icon></IconStyle></Style>`;
  const read = shapes(
    `${point('<styleUrl>#map</styleUrl>')}${point(inline)}${point('<styleUrl>http://elsewhere.example/a.kml#red</styleUrl>')}
     ${point('<Style><LineStyle><color>red</color><width>-1</width></LineStyle><PolyStyle><fill>0</fill></PolyStyle></Style>')}
     ${map}${style('red', 'ff0000ff')}${style('blue', 'ffff0000')}`,
  ).map(({ properties }) => properties.style);
  expect(read).toEqual([
    { stroke: '#0000ff', strokeOpacity: 1, strokeWidth: 3 },
    {
      stroke: '#ff0000',
      strokeOpacity: 1,
      strokeWidth: 24,
      fill: '#332211',
      fillOpacity: 128 / 255,
      marker: '#00ff00',
    },
    {},
    { fillOpacity: 0 },
  ]);
});

test('what lies in a hundred nested folders is read, and with a prefix before each name', () => {
  expect(shapes(`${'<Folder><name>f</name>'.repeat(100)}${point()}${'</Folder>'.repeat(100)}`)).toHaveLength(1);
  const prefixed = kml(point())
    .replaceAll(/<(\/?)(\w)/g, '<$1k:$2')
    .replace('xmlns=', 'xmlns:k=');
  expect(readKml(prefixed).features).toHaveLength(1);
});

test.each([
  ['beyond the poles', '10,91'],
  ['beyond the date line', '181,44'],
  ['words', 'here,there'],
  ['one number', '10'],
  ['nothing', ''],
  ['an end without an end', 'Infinity,1'],
])('a shape whose place is wrong is left out and counted: %s', (_, wrong) => {
  const { features, skipped } = readKml(kml(point('', wrong) + point()));
  expect([features.length, skipped]).toEqual([1, 1]);
});

test('a line of one point, a ring of two and a hole that is none are left out; an open ring is closed', () => {
  const polygon = (outer: string, inner = '') =>
    `<Placemark><Polygon><outerBoundaryIs><LinearRing><coordinates>${outer}</coordinates></LinearRing></outerBoundaryIs>
     ${inner && `<innerBoundaryIs><LinearRing><coordinates>${inner}</coordinates></LinearRing></innerBoundaryIs>`}</Polygon></Placemark>`;
  const all = `${line('1,1')}${polygon('1,1 2,1')}${polygon('1,1 2,1 1,2 1,1', '1,1')}<Placemark/>${polygon('1,1 2,1 1,2')}`;
  const { features, skipped } = readKml(kml(all));
  expect(skipped).toBe(4);
  expect(features.map(({ geometry }) => 'coordinates' in geometry && geometry.coordinates)).toEqual([
    [
      [
        [1, 1],
        [2, 1],
        [1, 2],
        [1, 1],
      ],
    ],
  ]);
});

test('white space after the commas of coordinates changes nothing', () => {
  expect(geometries(point('', '10.629, 44.698 ,0'))).toEqual([{ type: 'Point', coordinates: [10.629, 44.698] }]);
});

test('network links, overlays and a DOCTYPE are read over', () => {
  const links = '<NetworkLink><Link><href>http://elsewhere.example/b.kml</href></Link></NetworkLink><GroundOverlay/>';
  const text = kml(links + point()).replace('?>', '?><!DOCTYPE kml SYSTEM "http://elsewhere.example/kml.dtd">');
  expect(readKml(text).features).toHaveLength(1);
});

test.each([
  [
    'an entity bomb',
    kml(point('<name>&c;</name>')).replace(
      '?>',
      '?><!DOCTYPE kml [<!ENTITY a "aa"><!ENTITY b "&a;&a;"><!ENTITY c "&b;&b;">]>',
    ),
    'broken',
  ],
  [
    'an outside entity',
    kml(point('<name>&x;</name>')).replace('?>', '?><!DOCTYPE kml [<!ENTITY x SYSTEM "file:///etc/passwd">]>'),
    'broken',
  ],
  ['what is cut off', kml(point()).slice(0, -30), 'broken'],
  ['what is not well-formed', kml('<Folder></Placemark>'), 'broken'],
  ['nothing', '', 'broken'],
  ['no XML', 'PARK;1;2', 'broken'],
  ['another kind of XML', '<html><body/></html>', 'notKml'],
  ['folders without an end', kml(`${'<Folder>'.repeat(5000)}${'</Folder>'.repeat(5000)}`), 'tooDeep'],
  ['too many points', kml(line('1,1 '.repeat(LAYER_POINTS_MAX)) + point()), 'tooMany'],
  ['too many points of one line', kml(line('1,1 '.repeat(LAYER_POINTS_MAX + 1))), 'tooMany'],
  ['too many shapes', kml('<Placemark/>'.repeat(LAYER_SHAPES_MAX + 1)), 'tooMany'],
])('refused with a reason: %s', (_, text, code) => {
  expect(refusal(text)).toBe(code);
});

test('as many points as are read are read', () => {
  expect(shapes(line('1,1 '.repeat(LAYER_POINTS_MAX)))).toHaveLength(1);
});

test('what is no list of places is known by its first word, however long it is', () => {
  const start = performance.now();
  expect(positionsIn('1 '.repeat(20_000_000), LAYER_POINTS_MAX)).toBeNull();
  expect(performance.now() - start).toBeLessThan(500);
});

test('of each shape so much is told as can be shown: texts are cut off, and the hundred first properties stay', () => {
  const data = Array.from({ length: 200 }, (_, n) => `<Data name="P${n}"><value>${'v'.repeat(3000)}</value></Data>`);
  const html = `<![CDATA[<b>${'d'.repeat(200_000)}</b>]]>`;
  const told = `<name>${'n'.repeat(5000)}</name><description>${html}</description><ExtendedData>${data.join('')}</ExtendedData>`;
  const [shape] = shapes(point(told));
  const { name, description, data: kept = {} } = shape?.properties ?? {};
  expect([name, description]).toEqual([`${'n'.repeat(200)}…`, `${'d'.repeat(10_000)}…`]);
  expect([Object.keys(kept).length, kept['P99']]).toEqual([100, `${'v'.repeat(2000)}…`]);
});

test('10,000 shapes are read within seconds', () => {
  const data = Array.from({ length: 12 }, (_, index) => `<Data name="P${index}"><value>${index}</value></Data>`).join(
    '',
  );
  const ring = Array.from({ length: 20 }, (_, index) => `${10 + Math.cos(index)},${44 + Math.sin(index)},0`).join(' ');
  const park = `<Placemark><name>P</name><ExtendedData>${data}</ExtendedData><Polygon><outerBoundaryIs><LinearRing>
    <coordinates>${ring}</coordinates></LinearRing></outerBoundaryIs></Polygon></Placemark>`;
  const start = performance.now();
  expect(shapes(park.repeat(10_000))).toHaveLength(10_000);
  expect(performance.now() - start).toBeLessThan(10_000);
});
