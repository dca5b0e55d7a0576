import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { readSealedMessage } from './sealed-message';

const luca = randomUUID();
const readers = { people: new Set([luca]) };
/** A minimal envelope. */
const envelope = JSON.stringify({
  Message: Buffer.alloc(64).toString('base64'),
  RecipientKeys: [{ CriptedKey: 'AAAA', RecipientId: luca }],
});
const base64 = (bytes: string) => Buffer.from(bytes, 'latin1').toString('base64');

const readPlain = (fileName: string | undefined, bytes = 'x') =>
  readSealedMessage({ message: 'm', base64File: base64(bytes), cryptoSchema: 0, fileName }, readers, 100).file?.name;
const readSealed = (fileName: string | undefined) =>
  readSealedMessage({ message: envelope, base64File: base64(envelope), cryptoSchema: 1, fileName }, readers, 100).file
    ?.name;

test.each([
  ['Manuale d’uso.txt', 'Manuale d’uso.txt'],
  [' .env ', '.env'],
  ['invoice\u202efdp.exe', 'invoicefdp.exe'],
  ['👩‍🔧.txt', '👩‍🔧.txt'],
])('stores %j as %j', (given, kept) => {
  for (const read of [readPlain, readSealed]) expect(read(given)).toBe(kept);
});

test.each([
  undefined,
  '',
  ' ',
  '.',
  '..',
  ' .. ',
  '\u202e..',
  '\u202e',
  '../../keys/master.key',
  '/etc/passwd',
  'C:\\Users\\luca\\valve.jpg',
  'folder/',
  'two\r\nlines.txt',
  'a\0.jpg',
])('refuses %j as the name of a file', (given) => {
  for (const read of [readPlain, readSealed]) expect(() => read(given)).toThrow('invalidInput: fileName');
});

test('ignores the name without a file', () => {
  expect(readSealedMessage({ message: 'm', fileName: 'a.txt', cryptoSchema: 0 }, readers, 100).file).toBeNull();
});

test('accepts the declared size of a file if its bytes can be so many', () => {
  const sizeOf = (cryptoSchema: 0 | 1, plain: string, fileSize?: number) =>
    readSealedMessage(
      { message: plain, base64File: base64(plain), fileName: 'a.txt', fileSize, cryptoSchema },
      readers,
      100,
    ).file?.plainBytes;
  // One block: 1 to 16 bytes of it are padding.
  expect([0, 1, 5, 15].map((size) => sizeOf(1, envelope, size))).toEqual([0, 1, 5, 15]);
  expect(sizeOf(1, envelope)).toBe(15);
  expect(() => sizeOf(1, envelope, 16)).toThrow('invalidInput: fileSize');
  expect(sizeOf(0, 'hello', 5)).toBe(5);
  expect(() => sizeOf(0, 'hello', 4)).toThrow('invalidInput: fileSize');
});

test('refuses a plain text that shows nothing', () => {
  const read = (message: string) => readSealedMessage({ message, cryptoSchema: 0 }, readers, 100);
  for (const blank of [' ', '\u200b\u200b', '\u2060\u3164']) expect(() => read(blank)).toThrow('invalidInput: message');
  expect(read('👍').file).toBeNull();
});

const box = (brand: string) => `\x00\x00\x00\x18ftyp${brand}\x00\x00\x00\x00mif1miaf`;
test.each([
  ['a.jpg', '\xff\xd8\xff\xe0'],
  ['A.JPEG', '\xff\xd8\xff\xe1'],
  ['a.png', '\x89PNG\r\n\x1a\n'],
  ['a.gif', 'GIF89a'],
  ['a.webp', 'RIFF\x10\x20\x00\x00WEBP'],
  ['a.avif', box('avif')],
  ['a.pdf', '%PDF-1.7'],
  ['a.mp3', 'ID3\x04'],
  ['a.mp3', '\xff\xfb\x90'],
  ['a.aac', '\xff\xf1\x50'],
  ['a.m4a', box('M4A ')],
  ['a.ogg', 'OggS\x00'],
  ['a.opus', 'OggS\x00'],
  ['a.wav', 'RIFF\x10\x20\x00\x00WAVE'],
  ['a.weba', '\x1a\x45\xdf\xa3'],
  ['a.mp4', box('isom')],
])('accepts %s by its first bytes only', (name, bytes) => {
  expect(readPlain(name, bytes)).toBe(name);
  for (const other of ['x', 'Open the bypass first.', bytes.replace(/^./, '?').replace('ftyp', 'fxyp')])
    expect(() => readPlain(name, other)).toThrow('otherKind: base64file');
  // Only the readers can tell what is sealed.
  expect(readSealed(name)).toBe(name);
});

test.each(['a.txt', 'a.step', 'a', '.jpg notes'])('%j says nothing that its first bytes could deny', (name) => {
  expect(readPlain(name, 'Open the bypass first.')).toBe(name);
});
