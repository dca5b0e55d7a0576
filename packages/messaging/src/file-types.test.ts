import { expect, test } from 'vitest';
import { contentTypeOf, isPicture, isSound } from './file-types';

test.each([
  ['gauge.JPG', 'image/jpeg', 'picture'],
  ['a.b.png', 'image/png', 'picture'],
  ['pump.mp3', 'audio/mpeg', 'sound'],
  ['voice-note-32s.weba', 'audio/webm', 'sound'],
  ['film.mp4', 'video/mp4', null],
  ['sheet.pdf', 'application/pdf', null],
  ['drawing.svg', 'application/octet-stream', null],
  ['page.html', 'application/octet-stream', null],
  ['a.constructor', 'application/octet-stream', null],
  ['png', 'application/octet-stream', null],
])('%s is %s', (name, type, shownAs) => {
  expect(contentTypeOf(name)).toBe(type);
  expect(isPicture(name)).toBe(shownAs === 'picture');
  expect(isSound(name)).toBe(shownAs === 'sound');
});
