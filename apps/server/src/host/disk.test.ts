import { tmpdir } from 'node:os';
import { expect, test } from 'vitest';
import { createDisk } from './disk';

/** A file system without any free space. */
const FULL = '/proc';

test('of several folders the one with the least free space counts', async () => {
  const roomy = createDisk([tmpdir()], 1);
  expect([await roomy.hasRoomFor(0), await roomy.state()]).toEqual([true, 'ok']);
  for (const folders of [
    [tmpdir(), FULL],
    [FULL, tmpdir()],
  ]) {
    const disk = createDisk(folders, 1);
    expect([await disk.freeBytes(), await disk.hasRoomFor(0), await disk.state()]).toEqual([0, false, 'out']);
  }
});
