import fc from 'fast-check';
import { expect, test } from 'vitest';
import { fromBase64, fromUtf8, toBase64, toUtf8 } from './bytes';

const SEED = 20_240_917;

test('base64 is the standard one, both ways', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => {
      const text = Buffer.from(bytes).toString('base64');
      expect(toBase64(bytes)).toBe(text);
      expect(fromBase64(text)).toEqual(new Uint8Array(bytes));
    }),
    { seed: SEED },
  );
});

test('encodes a picture of 25 MiB as base64 and decodes it', () => {
  const bytes = new Uint8Array(25 * 1024 * 1024).map((_, index) => (index * 2_654_435_761) >>> 13);
  const back = fromBase64(toBase64(bytes));
  expect(Buffer.compare(Buffer.from(back ?? []), bytes)).toBe(0);
});

test.each(['A', 'AA', 'AAA', 'AAAA=', ' AAA', 'AA A', 'AAA\n', '====', 'A===', 'AA=A', '-_-_', 'AAÀA', 'AA\0A'])(
  'refuses text that is not strict base64: %j',
  (text) => {
    expect(fromBase64(text)).toBeNull();
  },
);

test('text comes back from UTF-8 as it was, and bytes that are not UTF-8 give nothing', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      expect(fromUtf8(toUtf8(text))).toBe(text);
    }),
    { seed: SEED },
  );
  expect(fromUtf8(new Uint8Array([0xc3, 0x28]))).toBeNull();
});
