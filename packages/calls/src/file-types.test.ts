import { expect, test } from 'vitest';
import { contentTypeOf, isPicture } from './file-types';

test.each([
  ['gauge.JPG', 'image/jpeg', true],
  ['a.b.png', 'image/png', true],
  ['sheet.pdf', 'application/pdf', false],
  ['drawing.svg', 'application/octet-stream', false],
  ['page.html', 'application/octet-stream', false],
  ['a.constructor', 'application/octet-stream', false],
  ['png', 'application/octet-stream', false],
])('%s is %s', (name, type, picture) => {
  expect(contentTypeOf(name)).toBe(type);
  expect(isPicture(name)).toBe(picture);
});
