import { expect, test } from 'vitest';
import { sizeOf, turnedSize } from './crop';

test('a turned picture has its sides exchanged, and a large one is stored smaller', () => {
  expect([turnedSize(4000, 3000, 1), turnedSize(4000, 3000, 2)]).toEqual([
    { width: 3000, height: 4000 },
    { width: 4000, height: 3000 },
  ]);
  expect(sizeOf({ width: 8192, height: 4096 })).toEqual({ width: 4096, height: 2048, scale: 0.5 });
  expect(sizeOf({ width: 1024, height: 1024 }, 256)).toEqual({ width: 256, height: 256, scale: 0.25 });
});
