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
  const ring = (x: number, width = 1) =>
    `<LinearRing><coordinates>${x},1 ${x + width},1\n\t${x},2 ${x},1</coordinates></LinearRing>`;
  const read = geometries(`${point()}
    <Placemark><LineString><coordinates> 10,44,3 10.5,44.5 </coordinates></LineString></Placemark>
    <Placemark><Polygon><outerBoundaryIs>${ring(1, 4)}</outerBoundaryIs><innerBoundaryIs>${ring(2)}</innerBoundaryIs>
      <innerBoundaryIs>${ring(3)}</innerBoundaryIs></Polygon></Placemark>`);
  const corners = (x: number, width = 1) => [
    [x, 1],
    [x + width, 1],
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
    { type: 'Polygon', coordinates: [corners(1, 4), corners(2), corners(3)] },
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

test('D3.39, D3.40, D3.41: reads Data and SchemaData by name, and descriptions without HTML', () => {
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
  ['more than once round the Earth', '361,44'],
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

const [p, q, r] = [
  [9.5, 45.25],
  [9.75, 45.5],
  [-9.25, 45.75],
];
test.each([
  ['a comma after each tuple', '9.5,45.25,\n9.75,45.5,\n-9.25,45.75,\n', [p, q, r]],
  ['a comma after each tuple of three', '9.5,45.25,12, 9.75,45.5,NaN, -9.25,45.75,1,', [p, q, r]],
  ['a comma before each tuple', ',9.5,45.25 ,9.75,45.5 ,-9.25,45.75', [p, q, r]],
  ['spaces after all commas and one after the last', '9.5, 45.25,\r\n9.75, 45.5,\r\n-9.25, 45.75,\r\n', [p, q, r]],
  ['spaces within tuples', '9.5 , 45.25 , 0 9.75 , 45.5 , 0', [p, q]],
  ['a number a line', '9.5,\n45.25\n9.75,\n45.5', [p, q]],
  ['commas alone, with altitudes', '9.5,45.25,81,9.75,45.5,80,-9.25,45.75,79', [p, q, r]],
  ['commas alone, with altitudes of 0', '9.5,45.25,0,9.75,45.5,0', [p, q]],
  ['commas alone and spaces, with altitudes of 0', '9.5, 45.25, 0, 9.75, 45.5, 0', [p, q]],
  ['commas alone, without altitudes', '9.5,45.25,9.75,45.5', [p, q]],
  [
    'commas alone, where latitudes would be beyond the poles',
    '109.5,45.25,109.75,45.5,109.25,45.75',
    [109.5, 109.75, 109.25],
  ],
  ['tuples of two and of three', '9.5,45.25 9.75,45.5,8', [p, q]],
])('coordinates as files have them: %s', (_, written, positions) => {
  const [shape, ...others] = geometries(line(written));
  expect(others).toEqual([]);
  const read = shape && 'coordinates' in shape ? shape.coordinates : [];
  const isOfLongitudes = typeof positions[0] === 'number';
  expect(isOfLongitudes ? read.map((position) => (position as number[])[0]) : read).toEqual(positions);
});

test.each([
  ['six numbers of two or three tuples', '9.5,45.25,9.75,45.5,9.25,45.75'],
  ['tuples of four', '9.5,45.25,1,2 9.75,45.5,1,2'],
  ['a number that is missing', '9.5,,45.25 9.75,45.5'],
  ['a number that is too many', '9.5,45.25 9.75 45.5,9.25'],
  [
    'more turns round the Earth than maps draw',
    Array.from({ length: 12 }, (_, n) => `${((n * 170 + 180) % 360) - 180},1`).join(' '),
  ],
])('where it cannot be told what is meant, the shape is left out: %s', (_, written) => {
  const { features, skipped } = readKml(kml(line(written) + point()));
  expect([features.length, skipped]).toEqual([1, 1]);
});

test.each([
  ['a little beyond', '180.5,1 181,2', [-179.5, -179]],
  ['a little beyond in the west', '-180.25,1 -181,2', [179.75, 179]],
  ['counted from 0 to 360', '190,1 200,2', [-170, -160]],
  ['across it', '179.5,1 180.5,2', [179.5, 180.5]],
  ['across it and back, by the shorter way', '179,1 -179,2 178,3', [179, 181, 178]],
  ['all round', '-180,1 180,1', [-180, 180]],
  ['as it is', '-180,1 -90,1 10,1 180,1', [-180, -90, 10, 180]],
])('longitudes at the date line: %s', (_, written, longs) => {
  const [shape] = geometries(line(written));
  const read = shape?.type === 'LineString' ? shape.coordinates.map(([long]) => long) : [];
  expect(read).toEqual(longs);
});

test('an area across the date line is one, and one round a pole stays as it was written', () => {
  const area = (ring: string) =>
    geometries(`<Placemark><Polygon><outerBoundaryIs><LinearRing><coordinates>${ring}</coordinates></LinearRing></outerBoundaryIs>
      </Polygon></Placemark>`).flatMap((shape) =>
      shape.type === 'Polygon' ? shape.coordinates[0]?.map(([long]) => long) : [],
    );
  expect(area('170,1 -170,1 -170,2 170,2 170,1')).toEqual([170, 190, 190, 170, 170]);
  expect(area('-180,-80 180,-80 180,80 -180,80 -180,-80')).toEqual([-180, 180, 180, -180, -180]);
  expect(area('0,-80 120,-80 -120,-80 0,-80')).toEqual([0, 120, -120, 0]);
});

test('a hole is drawn where its area is, across the date line too; one beside its area makes it wrong', () => {
  const ring = (name: string, coordinates: string) =>
    `<${name}><LinearRing><coordinates>${coordinates}</coordinates></LinearRing></${name}>`;
  const area = (outer: string, hole: string) =>
    readKml(
      kml(
        `<Placemark><Polygon>${ring('outerBoundaryIs', outer)}${ring('innerBoundaryIs', hole)}</Polygon></Placemark>`,
      ),
    );
  const holeOf = (outer: string, hole: string) =>
    area(outer, hole).features.map(({ geometry }) =>
      geometry.type === 'Polygon' ? geometry.coordinates[1]?.map(([long]) => long) : [],
    );
  const [east, west] = ['170,1 -170,1 -170,9 170,9 170,1', '-170,1 170,1 170,9 -170,9 -170,1'];
  expect(holeOf(east, '-178,2 -175,2 -175,3 -178,2')).toEqual([[182, 185, 185, 182]]);
  expect(holeOf(west, '175,2 178,2 178,3 175,2')).toEqual([[-185, -182, -182, -185]]);
  expect(holeOf(east, '172,2 178,2 178,3 172,2')).toEqual([[172, 178, 178, 172]]);
  expect(holeOf(east, '-179,2 179,2 179,3 -179,2')).toEqual([[181, 179, 179, 181]]);
  const beside = area(east, '-165,2 -160,2 -160,3 -165,2');
  expect([beside.features, beside.skipped]).toEqual([[], 1]);
});

test('parts in which nothing is written take nothing from the others, and a shape of such parts alone is left out', () => {
  const ring = (name: string, coordinates: string) =>
    `<${name}><LinearRing><coordinates>${coordinates}</coordinates></LinearRing></${name}>`;
  const empty = `<Point/><Point><coordinates> </coordinates></Point><LineString><coordinates/></LineString><Polygon/>
    <Polygon>${ring('outerBoundaryIs', '')}</Polygon><LinearRing></LinearRing>`;
  const square = '1,1 2,1 2,2 1,1';
  const many = (parts: string) => `<Placemark><MultiGeometry>${parts}</MultiGeometry></Placemark>`;
  const { features, skipped } = readKml(
    kml(many(`${empty}<Point><coordinates>3,4</coordinates></Point>${empty}`) + many(empty)),
  );
  expect([features.map(({ geometry }) => geometry), skipped]).toEqual([[{ type: 'Point', coordinates: [3, 4] }], 1]);
  const holed = `<Polygon>${ring('innerBoundaryIs', '')}${ring('outerBoundaryIs', square)}</Polygon>`;
  expect(geometries(many(holed))).toMatchObject([
    {
      type: 'Polygon',
      coordinates: [
        [
          [1, 1],
          [2, 1],
          [2, 2],
          [1, 1],
        ],
      ],
    },
  ]);
  const wrong = `<Polygon>${ring('innerBoundaryIs', square)}</Polygon>`;
  expect(readKml(kml(many(wrong + holed))).skipped).toBe(1);
});

test('elements stand in any order: holes before the border, names behind places, keys behind styles', () => {
  const ring = (name: string, coordinates: string) =>
    `<${name}><LinearRing><coordinates>${coordinates}</coordinates></LinearRing></${name}>`;
  const [shape] =
    shapes(`<Placemark><Polygon>${ring('innerBoundaryIs', '2,2 3,2 3,3 2,2')}${ring('outerBoundaryIs', '1,1 9,1 9,9 1,1')}
    </Polygon><StyleMap><Pair><Style><LineStyle><width>3</width></LineStyle></Style><key>normal</key></Pair></StyleMap><name>Park</name>
    </Placemark>`);
  expect(shape?.properties).toMatchObject({ name: 'Park', style: { strokeWidth: 3 } });
  expect(shape?.geometry).toMatchObject({
    coordinates: [
      [
        [1, 1],
        [9, 1],
        [9, 9],
        [1, 1],
      ],
      [
        [2, 2],
        [3, 2],
        [3, 3],
        [2, 2],
      ],
    ],
  });
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
