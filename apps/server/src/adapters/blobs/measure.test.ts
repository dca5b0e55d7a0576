import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createDiskBlobs } from './disk';

test('measures the folders of an area by the bytes of their files, and an absent area as empty', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'earth-blobs-'));
  const blobs = createDiskBlobs(folder);
  for (const [key, count] of [
    ['calls/one/a.jpg', 3],
    ['calls/one/b.jpg', 4],
    ['calls/two/a.jpg', 5],
    ['rooms/one/a.jpg', 6],
  ] as const)
    await blobs.write(key, new Uint8Array(count));
  const read = async (area: string) => {
    const found = new Map<string, number>();
    for await (const { name, bytes } of blobs.measure(area)) found.set(name, bytes);
    return found;
  };
  expect(await read('calls')).toEqual(
    new Map([
      ['one', 7],
      ['two', 5],
    ]),
  );
  expect(await read('contents')).toEqual(new Map());
  await rm(folder, { recursive: true });
});
