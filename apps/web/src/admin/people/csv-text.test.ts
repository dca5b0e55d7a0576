import { expect, test } from 'vitest';
import { csvTextOf } from './csv-text';

test.each([
  ['UTF-8', [0x5a, 0x6f, 0xc3, 0xab]],
  ['UTF-8 with a byte order mark', [0xef, 0xbb, 0xbf, 0x5a, 0x6f, 0xc3, 0xab]],
  ['UTF-16 of Excel', [0xff, 0xfe, 0x5a, 0x00, 0x6f, 0x00, 0xeb, 0x00]],
  ['Windows-1252', [0x5a, 0x6f, 0xeb]],
])('reads a name in %s', async (_, bytes) => {
  expect(await csvTextOf(new Blob([new Uint8Array(bytes)]))).toBe('Zoë');
});
