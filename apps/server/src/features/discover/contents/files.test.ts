import { expect, test } from 'vitest';
import { mp4 } from '../../../../testing/media';
import { bytesOf, checkFile } from './files';

const refused = (base64: string) => () => bytesOf('imageBase64', base64, 100);

test('reads base64 with or without a data URL prefix, and with line breaks', () => {
  for (const text of ['aGVsbG8=', 'data:image/png;base64,aGVsbG8=', 'aGVs\r\nbG8=\n'])
    expect(bytesOf('imageBase64', text, 100).toString()).toBe('hello');
});

test.each(['', '   ', '<', 'aGVsbG8', 'aGVs<bG8='])('what is no base64 is refused: «%s»', (text) => {
  expect(refused(text)).toThrow('invalidInput');
});

// A backtracking expression would take an hour.
test('refuses a million spaces before an invalid character at once', () => {
  expect(refused(`${' '.repeat(1_000_000)}<`)).toThrow('invalidInput');
});

test('accepts an mp4 that ends with a box of a few bytes', () => {
  const free = Buffer.from('0000000a667265650000', 'hex');
  expect(checkFile('video', 'videoBase64', Buffer.concat([mp4(), free]))).toBe('mp4');
});
