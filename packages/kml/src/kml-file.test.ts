import { LAYER_BYTES_MAX } from '@earth/contracts/constants';
import { strToU8, zipSync } from 'fflate';
import { expect, test } from 'vitest';
import { KmlError } from './kml-error';
import { readKmlFile, readKmlPicture } from './kml-file';
import { JPEG, PNG, WEBP } from './testing/small-pictures';

const bytes = (text: string) => new TextEncoder().encode(text);
/** Each character as a byte of its own. */
const narrow = (text: string) => Uint8Array.from(text, (character) => character.charCodeAt(0));
const wide = (text: string, isLittle: boolean) => {
  const view = new DataView(new ArrayBuffer(2 * text.length));
  for (const [index, unit] of text.split('').entries()) view.setUint16(2 * index, unit.charCodeAt(0), isLittle);
  return new Uint8Array(view.buffer);
};
const kml = (name: string, declaration = '') =>
  `${declaration}<kml><Placemark><name>${name}</name><Point><coordinates>10,44</coordinates></Point></Placemark></kml>`;
const says = (encoding: string) => `<?xml version="1.0" encoding="${encoding}"?>`;
const nameIn = (file: Uint8Array) => readKmlFile(file).features[0]?.properties.name;

/** The code with which a file is refused, and the line. */
function refusalOf(file: Uint8Array) {
  try {
    readKmlFile(file);
  } catch (error) {
    return error instanceof KmlError ? [error.code, error.line] : error;
  }
  return null;
}
const refusal = (file: Uint8Array) => {
  const refused = refusalOf(file);
  return Array.isArray(refused) ? (refused[0] as unknown) : refused;
};

test.each([
  ['UTF-8, as is without a word', bytes(kml('Città'))],
  ['UTF-8 with a mark, whatever it says', Uint8Array.of(0xef, 0xbb, 0xbf, ...bytes(kml('Città', says('utf-16'))))],
  ['UTF-8 that says UTF-16', bytes(kml('Città', says('utf-16')))],
  ['UTF-8 that says Unicode', bytes(kml('Città', says('Unicode')))],
  ['UTF-8 behind empty lines', bytes(`\r\n\n  ${kml('Città', says('UTF-8'))}`)],
  ['ISO 8859-1', narrow(kml('Città', says('ISO-8859-1')))],
  [
    'ISO 8859-1 in single quotes, behind a space',
    narrow(` ${kml('Città', "<?xml version='1.0' encoding='latin1' ?>")}`),
  ],
  ['UTF-16 with its mark', wide(`\ufeff${kml('Città', says('utf-16'))}`, true)],
  ['UTF-16 with its mark, the larger byte first', wide(`\ufeff${kml('Città', says('utf-16'))}`, false)],
  ['UTF-16 without a mark', wide(kml('Città', says('utf-16')), true)],
  ['UTF-16 without a mark, the larger byte first', wide(kml('Città'), false)],
])('a KML file is read in its encoding: %s', (_, file) => {
  expect(nameIn(file)).toBe('Città');
});

test.each([
  ['doc.kml before others, and nothing else', { 'a.kml': kml('a'), 'photo.png': 'x', 'doc.kml': kml('doc') }, 'doc'],
  [
    'the first one where there is no doc.kml',
    { 'photo.png': 'x', 'one.KML': kml('one'), 'two.kml': kml('two') },
    'one',
  ],
  ['what is called so and is a page', { 'readme.kml': '<html><body/></html>', 'a/map.kml': kml('map') }, 'map'],
  ['what an archiver kept of it', { '__MACOSX/._doc.kml': '\u0000\u0005', 'map.kml': kml('map') }, 'map'],
  ['a doc.kml that is a page', { 'doc.kml': '<html/>', 'map.kml': kml('map') }, 'map'],
])('of a KMZ the map is read: %s', (_, files, name) => {
  const packed = Object.fromEntries(Object.entries(files).map(([path, text]) => [path, strToU8(text)]));
  expect(nameIn(zipSync(packed))).toBe(name);
});

test('a doc.kml that is broken is not replaced by what lies beside it', () => {
  expect(refusalOf(zipSync({ 'doc.kml': strToU8('<kml>\n&</kml>'), 'old.kml': strToU8(kml('old')) }))).toEqual([
    'broken',
    2,
  ]);
});

test.each([
  ['a bare &', '<?xml version="1.0"?>\n<kml><Placemark><name>Bar & grill</name></Placemark></kml>', 2],
  [
    'a bare & before one that is right',
    '<kml>\n<!-- & -->\n<a>b & c</a>\n<a><![CDATA[&]]></a>\n<a>d &amp; e</a>\n</kml>',
    3,
  ],
  ['a tag before a bare &', '<kml>\n<a></b>\n<a>b & c</a></kml>', 2],
  ['a control character', '<kml>\n<Placemark>\n<description>x\u0001y</description></Placemark></kml>', 3],
  ['a tag that is closed by another', '\n\n<?xml version="1.0"?>\r\n<kml><Folder></Placemark></kml>', 4],
])('the line is named that is wrong: %s', (_, text, line) => {
  expect(refusalOf(bytes(text))).toEqual(['broken', line]);
});

test.each([
  ['an encoding that there is not', bytes('<?xml version="1.0" encoding="klingon"?><kml/>'), 'broken'],
  ['bytes that are not in the encoding they name', narrow(kml('Città', says('utf-16'))), 'broken'],
  ['a zip of pages', zipSync({ 'a.kml': strToU8('<html/>'), 'b.kml': strToU8('x') }), 'notKml'],
  ['a zip without a map', zipSync({ 'a.txt': strToU8('a') }), 'notKml'],
  ['a zip that is cut off', zipSync({ 'doc.kml': strToU8('<kml/>'.repeat(100)) }).subarray(0, 60), 'broken'],
  ['more bytes than are read', new Uint8Array(LAYER_BYTES_MAX + 1), 'tooLarge'],
  // 70 MB of spaces are 70 kB in a zip.
  ['a zip bomb', zipSync({ 'doc.kml': new Uint8Array(70 * 1024 * 1024).fill(32) }), 'tooLarge'],
  [
    'a zip of too many files',
    zipSync(Object.fromEntries(Array.from({ length: 5001 }, (_, index) => [`${index}`, new Uint8Array()]))),
    'tooLarge',
  ],
])('refused with a reason: %s', (_, file, code) => {
  expect(refusal(file)).toBe(code);
});

test('what says that it is smaller than it is, is cut off there', () => {
  const file = zipSync({ 'doc.kml': strToU8('<kml>\n<a>a long file</a></kml>') }, { level: 9 });
  // The size of the unpacked file, in the central directory and before the file itself.
  const view = new DataView(file.buffer);
  for (let at = 0; at < file.length - 4; at += 1) {
    const signature = view.getUint32(at, true);
    if (signature === 0x04034b50) view.setUint32(at + 22, 12, true);
    if (signature === 0x02014b50) view.setUint32(at + 24, 12, true);
  }
  expect(refusalOf(file)).toEqual(['broken', 2]);
});

const withPicture = (source: string, description = `<![CDATA[<img src="${source}">]]>`) =>
  strToU8(
    `<kml><Placemark><description>${description}</description><Point><coordinates>10,44</coordinates></Point></Placemark></kml>`,
  );
const tooLarge = new Uint8Array(5 * 1024 * 1024 + 1);
tooLarge.set(JPEG);
const huge = PNG.slice();
huge.set([0, 0, 0x4e, 0x20, 0, 0, 0x4e, 0x20], 16);
/** The picture of the only place in a KMZ. */
function pictureIn(files: Readonly<Record<string, Uint8Array>>) {
  const file = zipSync(files);
  const path = readKmlFile(file).features[0]?.properties.picture ?? '';
  return readKmlPicture(file, path);
}

test.each([
  ['in CDATA', { 'doc.kml': withPicture('files/pond.jpg'), 'files/pond.jpg': JPEG }],
  ['in escaped HTML', { 'doc.kml': withPicture('', '&lt;img src="pond.jpg"&gt;'), 'pond.jpg': JPEG }],
  ['in unescaped HTML', { 'doc.kml': withPicture('', '<p>Pond</p><img src="pond.jpg"/>'), 'pond.jpg': JPEG }],
  ['beside a map in a folder', { 'map/parks.kml': withPicture('pond.jpg'), 'map/pond.jpg': JPEG }],
])('a place has the picture of the KMZ that its description names: %s', (_, files) => {
  expect(pictureIn(files)).toEqual({ type: 'image/jpeg', bytes: JPEG });
});

test('PNG and WebP are pictures, whatever their names', () => {
  expect(pictureIn({ 'doc.kml': withPicture('a.jpg'), 'a.jpg': PNG })?.type).toBe('image/png');
  expect(pictureIn({ 'doc.kml': withPicture('a.jpg'), 'a.jpg': WEBP })?.type).toBe('image/webp');
});

test.each<[string, Readonly<Record<string, Uint8Array>>]>([
  ['it is not there', {}],
  ['it is a page or a drawing with scripts', { 'pond.jpg': strToU8('<svg xmlns="http://www.w3.org/2000/svg"/>') }],
  ['it is empty', { 'pond.jpg': new Uint8Array() }],
  ['it has more pixels than can be shown', { 'pond.jpg': huge }],
  ['it is larger than 5 MB', { 'pond.jpg': tooLarge }],
])('there is no picture if %s', (_, files) => {
  expect(pictureIn({ 'doc.kml': withPicture('pond.jpg'), ...files })).toBeNull();
});

test('a picture that is written into the description is no part of its text', () => {
  const description = `<p>Pond</p><img src="data:image/png;base64,${'A'.repeat(3000)}"/>`;
  expect(readKmlFile(withPicture('', description)).features[0]?.properties.description).toBe('Pond');
});

test('a KML file alone, and a broken archive, have no pictures', () => {
  expect(readKmlFile(withPicture('pond.jpg')).features[0]?.properties.picture).toBeNull();
  expect(readKmlPicture(withPicture('pond.jpg'), 'pond.jpg')).toBeNull();
  expect(readKmlPicture(Uint8Array.of(0x50, 0x4b, 3, 4, 5), 'pond.jpg')).toBeNull();
});
