import { expect, test } from 'vitest';
import { readSealedMessage } from './sealed-message';

const read = (fileName?: string) =>
  readSealedMessage({ message: 'm', base64File: 'AAAA', cryptoSchema: 0, fileName }, new Set(), 10).file?.name;

test.each([
  ['Manuale d’uso.pdf', 'Manuale d’uso.pdf'],
  ['../../keys/master.key', 'master.key'],
  ['/etc/passwd', 'passwd'],
  ['C:\\Users\\luca\\valve.jpg', 'valve.jpg'],
  ['.env', '.env'],
  ['invoice\u202efdp.exe', 'invoicefdp.exe'],
  ['two\r\nlines.txt', 'twolines.txt'],
  ['👩‍🔧.png', '👩‍🔧.png'],
])('%j is kept as %j', (given, kept) => {
  expect(read(given)).toBe(kept);
});

test.each([undefined, '', ' ', '..', 'folder/', 'folder/..', '\\', '\u202e'])('%j is no name of a file', (given) => {
  expect(() => read(given)).toThrow('invalidInput: fileName');
});

test('without a file there is no name either', () => {
  expect(readSealedMessage({ message: 'm', fileName: 'a.txt', cryptoSchema: 0 }, new Set(), 10).file).toBeNull();
});
