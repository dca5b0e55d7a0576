import { expect, test } from 'vitest';
import { picturePathIn } from './picture-path';

const files = new Set([
  'files/pond.jpg',
  'files/second.jpg',
  'files/a b.png',
  'files/rose & lily.webp',
  'files/100%.jpg',
  'maps/pictures/pond.jpg',
  'pond.jpg',
]);

test.each([
  ['<p>A park</p><img src="files/pond.jpg"> <img src="files/second.jpg">', '', 'files/pond.jpg'],
  ["<IMG width='300' SRC = './files/a%20b.png' />", '', 'files/a b.png'],
  ['<img src="files/rose &amp; lily.webp">', '', 'files/rose & lily.webp'],
  ['<img src="files/rose%20%26%20lily.webp">', '', 'files/rose & lily.webp'],
  ['<img src="files/100%.jpg">', '', 'files/100%.jpg'],
  ['<img src="../pictures/pond.jpg">', 'maps/parks/', 'maps/pictures/pond.jpg'],
  ['<img src="pictures\\pond.jpg">', 'maps/', 'maps/pictures/pond.jpg'],
])('the first picture of %s in the folder «%s» is %s', (html, folder, path) => {
  expect(picturePathIn(html, folder, files)).toBe(path);
});

test.each([
  'a text with src="pond.jpg"',
  '<img alt="pond">',
  '<img src="">',
  '<img src="elsewhere.jpg">',
  '<img src="https://elsewhere.example/pond.jpg">',
  '<img src="//elsewhere.example/pond.jpg">',
  '<img src="/pond.jpg">',
  '<img src="data:image/png;base64,AAAA">',
  '<img src="../../pond.jpg">',
  '<img src="%E0%A4%A">',
  `<img src="${'a'.repeat(400)}">`,
])('%s has none in the file', (html) => {
  expect(picturePathIn(html, 'maps/', files)).toBeNull();
});

test('a description made to be slow is read in a moment', () => {
  const hostile = '<img '.repeat(20_000) + '"'.repeat(20_000);
  expect(picturePathIn(hostile, '', files)).toBeNull();
});
