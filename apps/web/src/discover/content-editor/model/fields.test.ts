/** Fields, files and their rules. */
import { contentDetailNames } from '@earth/contracts';
import { expect, test } from 'vitest';
import { fieldKeys, fieldOf, problemOf, sections } from './fields';
import { fileProblem, isJpeg, nameWithoutExtension } from './files';
import { moved } from './moved';

test('D2.68: the sections have every detail of a content, each once', () => {
  expect(sections.map(({ name }) => name)).toEqual([
    'base',
    'contacts',
    'attachments',
    'media',
    'social',
    'ecommerce',
    'listing',
  ]);
  const fields = sections.flatMap((section) => section.fields);
  expect(new Set(fields).size).toBe(fields.length);
  expect(fields).toEqual(
    expect.arrayContaining([...contentDetailNames, 'title', 'descr', 'image', 'gallery', 'price']),
  );
  for (const key of fieldKeys) expect(fields).toContain(fieldOf(key).field);
});

test.each([
  ['webUrl', 'museum', 'wrongAddress'],
  ['fbUrl', 'javascript:alert(1)', 'wrongAddress'],
  ['ecommerceUrl', 'https://shop.example/', null],
  ['email', 'info@', 'wrongEmail'],
  ['email', '', null],
  ['phone', '0522 123456', 'wrongPhone'],
  ['phone', '0039 347 1234567', null],
  ['price', '12,345678', null],
  ['price', 'free', 'wrongPrice'],
  ['price', '-1', 'wrongPrice'],
  ['attchmName', 'x'.repeat(201), 'wrongText'],
  ['skype', '<script>alert(1)</script>', null],
] as const)('D5.11: %s «%s» has the problem %s', (field, text, problem) => {
  expect(problemOf(field, text)).toBe(problem);
});

const bytes = (...parts: readonly (string | number[])[]) =>
  new Blob(parts.map((part) => (typeof part === 'string' ? part : new Uint8Array(part))));

test.each([
  ['pdf', bytes('%PDF-1.4\n', '%%EOF\n'), null],
  ['pdf', bytes('%PDF-1.4\n'), 'cutOff'],
  ['pdf', bytes('MZ'), 'notPdf'],
  ['mp3', bytes('ID3'), null],
  ['mp3', bytes([0xff, 0xfb, 0x90]), null],
  ['mp3', bytes('%PDF-1.4'), 'notMp3'],
  ['mp4', bytes([0, 0, 0, 24], 'ftypmp42'), null],
  ['mp4', bytes('GIF89a'), 'notMp4'],
  ['picture', bytes([0xff, 0xd8, 0xff]), null],
  ['picture', bytes('<svg onload="alert(1)"/>'), 'notPicture'],
  ['picture', bytes([0xff, 0xd8], 'x'.repeat(2000)), 'tooLarge'],
] as const)('D5.13: a file for %s is checked by its bytes: %o is %s', async (kind, file, problem) => {
  await expect(fileProblem(file, kind, 1000)).resolves.toBe(problem);
});

test.each([
  ['Guide 2026.v2.pdf', 'Guide 2026.v2'],
  ['guide', 'guide'],
  ['.pdf', '.pdf'],
  [`${'x'.repeat(240)}.pdf`, 'x'.repeat(200)],
])('D5.25: an attachment «%s» is named «%s»', (file, name) => {
  expect(nameWithoutExtension(file)).toBe(name);
});

test.each([
  [{ url: '/media/2/full.jpg?signature=a' }, true],
  [{ url: '/media/2/full.png?signature=a' }, false],
  [{ data: 'data:image/jpeg;base64,AA', name: 'a.jpg' }, true],
  [{ data: 'data:image/webp;base64,AA', name: 'a.jpg' }, false],
])('only a JPEG is cropped as a JPEG, as nothing of it is transparent: %o', (picture, is) => {
  expect(isJpeg(picture)).toBe(is);
});

test('moves a picture to another place', () => {
  expect(moved(['a', 'b', 'c'], 2, 0)).toEqual(['c', 'a', 'b']);
  expect(moved(['a', 'b', 'c'], 0, 1)).toEqual(['b', 'a', 'c']);
  expect(moved(['a'], 4, 0)).toEqual(['a']);
});
