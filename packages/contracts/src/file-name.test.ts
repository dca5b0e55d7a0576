import { expect, test } from 'vitest';
import { baseName, readFileName } from './file-name';

test.each([
  ['valve.jpg', 'valve.jpg'],
  ['../../keys/master.key', 'master.key'],
  ['C:\\Users\\luca\\valve.jpg', 'valve.jpg'],
  ['two\r\nlines.txt', 'twolines.txt'],
  ['👩‍🔧 at work.png', '👩‍🔧 at work.png'],
  ['folder/', 'file'],
  ['\u202e..', 'file'],
  ['', 'file'],
])('of %j goes %j, which is taken', (given, sent) => {
  expect(baseName(given)).toBe(sent);
  expect(readFileName(sent)).toBe(sent);
});
