/** How shapes are drawn, as read from whole files. */
import { expect, test } from 'vitest';
import { readKml } from './read-kml';

const placemark = (inside: string) =>
  `<Placemark>${inside}<LineString><coordinates>9.5,45.25 9.75,45.5</coordinates></LineString></Placemark>`;
const stylesOf = (inside: string) =>
  readKml(`<kml xmlns:gx="http://www.google.com/kml/ext/2.2"><Document>${inside}</Document></kml>`).features.map(
    ({ properties }) => properties.style,
  );
const blue = '<LineStyle><color>ffff8000</color><width>5</width></LineStyle>';
const drawnBlue = { stroke: '#0080ff', strokeOpacity: 1, strokeWidth: 5 };

test('a style map may stand in the placemark, with styles or with names of them', () => {
  const pair = (key: string, inside: string) => `<Pair><key>${key}</key>${inside}</Pair>`;
  const other = '<Style><LineStyle><color>ff000000</color></LineStyle></Style>';
  const named = `<StyleMap>${pair('highlight', other)}${pair('normal', '<styleUrl>#b</styleUrl>')}</StyleMap>`;
  const inline = `<StyleMap>${pair('normal', `<Style>${blue}</Style>`)}${pair('highlight', other)}</StyleMap>`;
  expect(stylesOf(`${placemark(inline)}${placemark(named)}<Style id="b">${blue}</Style>`)).toEqual([
    drawnBlue,
    drawnBlue,
  ]);
});

test('styles of Google Earth for the web have their name at what is around them', () => {
  const cascading = `<gx:CascadingStyle kml:id="s"><styleUrl>https://earth.google.com/card.kml#main</styleUrl><Style>${blue}</Style>
    </gx:CascadingStyle>`;
  const map = '<StyleMap id="m"><Pair><key>normal</key><styleUrl>#s</styleUrl></Pair></StyleMap>';
  const own = '<styleUrl>#m</styleUrl><Style><LineStyle><width>2</width></LineStyle></Style>';
  expect(stylesOf(`${placemark('<styleUrl>#m</styleUrl>')}${cascading}${map}${placemark(own)}`)).toEqual([
    drawnBlue,
    { ...drawnBlue, strokeWidth: 2 },
  ]);
});

test('a style is named with or without #, by placemarks and by maps; styles that name each other end somewhere', () => {
  const map = (id: string, url: string) =>
    `<StyleMap id="${id}"><Pair><key>normal</key><styleUrl>${url}</styleUrl></Pair></StyleMap>`;
  const by = (url: string) => placemark(`<styleUrl> ${url}\n</styleUrl>`);
  const all = `<Style id="b">${blue}</Style>${map('m', 'b')}${map('n', 'm')}${map('x', 'y')}${map('y', 'x')}`;
  expect(stylesOf(all + ['b', '#b', 'm', '#n', '#x', 'other.kml#b', '#'].map(by).join(''))).toEqual([
    drawnBlue,
    drawnBlue,
    drawnBlue,
    drawnBlue,
    {},
    {},
    {},
  ]);
});

test.each([
  ['outline 0', '<color>ff0000ff</color><outline>0</outline>', { fill: '#ff0000', fillOpacity: 1, outline: false }],
  [
    'outline false, first',
    '<outline> false </outline><color>ff0000ff</color>',
    { fill: '#ff0000', fillOpacity: 1, outline: false },
  ],
  ['outline 1', '<outline>1</outline>', {}],
  ['fill 0, first', '<fill>0</fill><color>ff0000ff</color>', { fill: '#ff0000', fillOpacity: 0 }],
  ['fill false', '<color>ff0000ff</color><fill>false</fill>', { fill: '#ff0000', fillOpacity: 0 }],
  ['fill true', '<fill>true</fill><color>ff0000ff</color>', { fill: '#ff0000', fillOpacity: 1 }],
  ['what is no boolean', '<fill>no</fill><outline/>', {}],
])('areas have a border and are filled, or not: %s', (_, inside, drawn) => {
  expect(stylesOf(placemark(`<Style><PolyStyle>${inside}</PolyStyle></Style>`))).toEqual([drawn]);
});

test('what a placemark says itself takes back what its style says', () => {
  const none = '<Style id="n"><PolyStyle><fill>0</fill><outline>0</outline></PolyStyle></Style>';
  const own = '<Style><PolyStyle><fill>1</fill><outline>1</outline></PolyStyle></Style>';
  expect(stylesOf(`${none}${placemark(`<styleUrl>#n</styleUrl>${own}`)}`)).toEqual([{}]);
});

test.each([
  ['ffffffff', undefined],
  ['80ffffff', undefined],
  ['fffafafa', undefined],
  ['ff00ffff', '#ffff00'],
  ['ffcccccc', '#cccccc'],
])('a white icon has its own colours, and is drawn as the map draws points: %s', (color, marker) => {
  const [style] = stylesOf(placemark(`<Style><IconStyle><color>${color}</color></IconStyle></Style>`));
  expect(style?.marker).toBe(marker);
});

test('a placemark gives an icon its own colours back', () => {
  const icon = (color: string, id = '') => `<Style${id}><IconStyle><color>${color}</color></IconStyle></Style>`;
  const own = placemark(`<styleUrl>#g</styleUrl>${icon('ffffffff')}`);
  expect(stylesOf(icon('ff00ff00', ' id="g"') + own)).toEqual([{}]);
});
