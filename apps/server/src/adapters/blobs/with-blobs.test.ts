import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { createDiskBlobs } from './disk';
import { withBlobs } from './with-blobs';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'earth-blobs-'));
});
afterAll(() => rm(folder, { recursive: true }));

const files = ['a', 'b'].map((name) => ({ key: `rooms/one/${name}.bin`, bytes: new TextEncoder().encode(name) }));
const left = () => readdir(join(folder, 'rooms/one')).catch(() => []);
const lost = () => Promise.reject(new Error('Connection terminated unexpectedly'));
const named = (commit: () => void) => {
  commit();
  return Promise.resolve('named');
};

test.each([
  ['stay once they are named', named, () => Promise.resolve(false), true],
  [
    'stay where they were named and what came after failed',
    (commit: () => void) => named(commit).then(lost),
    lost,
    true,
  ],
  ['go where nothing names them', () => Promise.resolve('nothing'), () => Promise.resolve(true), false],
  ['go where naming them failed', lost, () => Promise.resolve(false), false],
  ['stay where only the answer was lost', lost, () => Promise.resolve(true), true],
  ['stay where nobody can say', lost, lost, true],
])('blobs %s', async (_, write, isReferenced, areLeft) => {
  const blobs = createDiskBlobs(folder);
  await withBlobs(blobs, files, { write, isReferenced }).catch(() => null);
  expect(await left()).toEqual(areLeft ? ['a.bin', 'b.bin'] : []);
  for (const { key } of files) await blobs.delete(key);
});

test('if a file cannot be written, deletes those before it, and stores no reference', async () => {
  const disk = createDiskBlobs(folder);
  const write = vi.fn(named);
  const [first] = files;
  const blobs = {
    ...disk,
    write: (key: string, bytes: Uint8Array) => (key === first?.key ? disk.write(key, bytes) : lost()),
  };
  await expect(withBlobs(blobs, files, { write, isReferenced: lost })).rejects.toThrow('Connection terminated');
  expect([await left(), write.mock.calls]).toEqual([[], []]);
});
