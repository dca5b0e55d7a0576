import { mkdtemp, readdir, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Blobs } from './blobs';
import { createDiskBlobs, sweepHalves } from './disk';

let folder: string;
let blobs: Blobs;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'earth-blobs-'));
  blobs = createDiskBlobs(join(folder, 'blobs'));
});
afterAll(() => rm(folder, { recursive: true }));

const bytes = (text: string) => new TextEncoder().encode(text);
const read = async (key: string) => {
  const found = await blobs.read(key);
  return found && new TextDecoder().decode(found);
};

test('stores, replaces and deletes a blob that only the server’s user can read', async () => {
  await blobs.write('calls/one/a.jpg', bytes('first'));
  await blobs.write('calls/one/a.jpg', bytes('second'));
  expect(await read('calls/one/a.jpg')).toBe('second');
  expect(await readdir(join(folder, 'blobs/calls/one'))).toEqual(['a.jpg']);
  const modes = ['blobs', 'blobs/calls/one', 'blobs/calls/one/a.jpg'].map(
    async (path) => (await stat(join(folder, path))).mode & 0o777,
  );
  expect(await Promise.all(modes)).toEqual([0o700, 0o700, 0o600]);
  await blobs.delete('calls/one/a.jpg');
  await blobs.delete('calls/one/a.jpg');
  expect(await read('calls/one/a.jpg')).toBeNull();
});

test('deletes a folder with its last file, and still writes there afterwards', async () => {
  await blobs.write('contents/four/a.bin', bytes('a'));
  await blobs.write('contents/four/b.bin', bytes('b'));
  await blobs.delete('contents/four/a.bin');
  expect(await read('contents/four/b.bin')).toBe('b');
  await blobs.delete('contents/four/b.bin');
  expect(await readdir(join(folder, 'blobs/contents'))).not.toContain('four');

  const writeAndDelete = async (key: string) => {
    await blobs.write(key, bytes(key));
    await blobs.delete(key);
  };
  const names = Array.from({ length: 200 }, (_, index) => `contents/five/${index}.bin`);
  await Promise.all(names.map((key, index) => (index % 2 ? writeAndDelete(key) : blobs.write(key, bytes(key)))));
  expect(await readdir(join(folder, 'blobs/contents/five'))).toHaveLength(100);
});

test('a failed write leaves nothing behind', async () => {
  // A folder has that name, so the rename fails.
  await blobs.write('calls/six/taken/a.jpg', bytes('a'));
  await expect(blobs.write('calls/six/taken', bytes('half'))).rejects.toThrow('EISDIR');
  expect(await readdir(join(folder, 'blobs/calls/six'))).toEqual(['taken']);
});

test('sweeps the temporary files of a killed process, and not those that are being written', async () => {
  const moment = new Date('2026-01-02T03:04:05Z');
  await blobs.write('rooms/one/a.jpg', bytes('whole'));
  await blobs.write('rooms/two/a.jpg', bytes('whole'));
  const halves = ['rooms/one/b.jpg.1-1.part', 'rooms/two/c.jpg.1-2.part'].map((name) => join(folder, 'blobs', name));
  for (const half of halves) await writeFile(half, 'half');
  await utimes(halves[0] ?? '', moment, new Date(moment.getTime() - 1));
  await utimes(halves[1] ?? '', moment, moment);
  await sweepHalves(join(folder, 'blobs'), moment);
  await sweepHalves(join(folder, 'absent'), moment);
  expect(await readdir(join(folder, 'blobs/rooms/one'))).toEqual(['a.jpg']);
  expect(await readdir(join(folder, 'blobs/rooms/two'))).toEqual(['a.jpg', 'c.jpg.1-2.part']);
});
