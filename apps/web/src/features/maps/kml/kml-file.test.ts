import { LAYER_BYTES_MAX } from '@earth/contracts/constants';
import { strToU8, zipSync } from 'fflate';
import { expect, test } from 'vitest';
import { KmlError } from './kml-error';
import { textOf } from './kml-file';

const bytes = (text: string) => new TextEncoder().encode(text);

function refusal(file: Uint8Array) {
  try {
    textOf(file);
  } catch (error) {
    return error instanceof KmlError ? error.code : error;
  }
  return null;
}

test('a KML file is read in the encoding that it names', () => {
  expect(textOf(bytes('<kml>Città</kml>'))).toBe('<kml>Città</kml>');
  const latin = '<?xml version="1.0" encoding="ISO-8859-1"?><kml>Citt\u00e0</kml>';
  expect(textOf(Uint8Array.from(latin, (character) => character.charCodeAt(0)))).toBe(latin);
  const wide = Uint16Array.from('\ufeff<kml>à</kml>', (character) => character.charCodeAt(0));
  expect(textOf(new Uint8Array(wide.buffer))).toBe('<kml>à</kml>');
});

test('of a KMZ the first KML is unpacked, and nothing else of it', () => {
  const file = zipSync({
    'files/photo.png': strToU8('x'.repeat(1000)),
    'doc.kml': strToU8('<kml>one</kml>'),
    'two.kml': strToU8('<kml>two</kml>'),
  });
  expect(textOf(file)).toBe('<kml>one</kml>');
});

test.each([
  ['an encoding that there is not', bytes('<?xml version="1.0" encoding="klingon"?><kml/>'), 'broken'],
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
  const file = zipSync({ 'doc.kml': strToU8('<kml>a long file</kml>') }, { level: 9 });
  // The size of the unpacked file, in the central directory and before the file itself.
  const view = new DataView(file.buffer);
  for (let at = 0; at < file.length - 4; at += 1) {
    const signature = view.getUint32(at, true);
    if (signature === 0x04034b50) view.setUint32(at + 22, 5, true);
    if (signature === 0x02014b50) view.setUint32(at + 24, 5, true);
  }
  expect(textOf(file)).toBe('<kml>');
});
