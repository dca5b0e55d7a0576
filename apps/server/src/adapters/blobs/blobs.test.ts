/** What every blob store does: the disk, and an S3 server. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { hasS3, TestS3 } from '../../../testing/s3-server';
import { type Blobs, type Bytes, measureFolders } from './blobs';
import { createDiskBlobs } from './disk';
import { createS3Blobs } from './s3';

interface Opened {
  readonly blobs: Blobs;
  close(): Promise<void>;
}

async function openDisk(): Promise<Opened> {
  const folder = await mkdtemp(join(tmpdir(), 'earth-blobs-'));
  return { blobs: createDiskBlobs(join(folder, 'blobs')), close: () => rm(folder, { recursive: true }) };
}

async function openS3(): Promise<Opened> {
  const server = await TestS3.start();
  const blobs = await createS3Blobs(server.bucket);
  const close = async () => {
    blobs.close();
    await server.remove();
  };
  return { blobs, close };
}

const bytes = (content: string) => new TextEncoder().encode(content);

describe.each([
  ['the disk', openDisk, true],
  ['S3', openS3, hasS3],
])('%s', (_, open, canRun) => {
  describe.skipIf(!canRun)('as a store of files', () => {
    let opened: Opened;
    let blobs: Blobs;
    beforeAll(async () => {
      opened = await open();
      ({ blobs } = opened);
    });
    afterAll(() => opened.close());

    const read = async (key: string) => (await blobs.read(key))?.toString() ?? null;
    const streamed = async (key: string, part?: Bytes) => {
      const stream = await blobs.stream(key, part);
      return stream && (await text(stream));
    };

    test('stores, replaces and deletes a file', async () => {
      await blobs.write('calls/one/a.jpg', bytes('first'));
      await blobs.write('calls/one/a.jpg', bytes('second'));
      expect(await read('calls/one/a.jpg')).toBe('second');
      await blobs.delete('calls/one/a.jpg');
      await blobs.delete('calls/one/a.jpg');
      expect(await read('calls/one/a.jpg')).toBeNull();
    });

    test('streams a file and a part of it, and tells its size', async () => {
      const key = 'contents/one/a.mp3';
      await blobs.write(key, bytes('0123456789'));
      expect([await streamed(key), await streamed(key, { start: 2, end: 4 })]).toEqual(['0123456789', '234']);
      expect(await blobs.size(key)).toBe(10);
    });

    test('has nothing of a file that was never written', async () => {
      const key = 'contents/none/a.mp3';
      expect([await read(key), await streamed(key), await blobs.size(key)]).toEqual([null, null, null]);
    });

    test('stores an empty file', async () => {
      await blobs.write('contents/empty/a.bin', bytes(''));
      expect([await read('contents/empty/a.bin'), await blobs.size('contents/empty/a.bin')]).toEqual(['', 0]);
    });

    test('stores a file of several parts byte for byte', async () => {
      const large = Buffer.alloc(20 * 1024 * 1024, 'the same again and again, but not in step: ');
      await blobs.write('calls/large/a.mp4', large);
      expect((await blobs.read('calls/large/a.mp4'))?.equals(large)).toBe(true);
      const start = 8 * 1024 * 1024 - 5;
      const part = await streamed('calls/large/a.mp4', { start, end: start + 9 });
      expect(part).toBe(large.subarray(start, start + 10).toString());
    });

    test('reads a file to its end although it is deleted meanwhile', async () => {
      await blobs.write('contents/three/a.mp3', bytes('0123456789'));
      const stream = await blobs.stream('contents/three/a.mp3');
      await blobs.delete('contents/three/a.mp3');
      expect(stream && (await text(stream))).toBe('0123456789');
    });

    test('a concurrent reader gets the whole old file or the whole new one', async () => {
      const [one, other] = ['1', '2'].map((digit) => digit.repeat(1_000_000));
      await blobs.write('calls/two/b.bin', bytes(one ?? ''));
      const writes = Promise.all(
        Array.from({ length: 10 }, (_, count) =>
          blobs.write('calls/two/b.bin', bytes((count % 2 ? one : other) ?? '')),
        ),
      );
      const seen = await Promise.all(Array.from({ length: 10 }, () => read('calls/two/b.bin')));
      await writes;
      expect(seen.filter((found) => found !== one && found !== other)).toEqual([]);
    });

    test('lists an area, and measures its folders by the bytes of their files', async () => {
      for (const [key, count] of [
        ['rooms/one/a.jpg', 3],
        ['rooms/one/b.jpg', 4],
        ['rooms/two/a.jpg', 5],
        ['roomsbeside/one/a.jpg', 6],
      ] as const)
        await blobs.write(key, new Uint8Array(count));
      const listed = new Map<string, number>();
      for await (const { key, bytes: size } of blobs.list('rooms')) listed.set(key, size);
      expect(listed).toEqual(
        new Map([
          ['rooms/one/a.jpg', 3],
          ['rooms/one/b.jpg', 4],
          ['rooms/two/a.jpg', 5],
        ]),
      );
      const folders = new Map<string, number>();
      for await (const { name, bytes: size } of measureFolders(blobs, 'rooms')) folders.set(name, size);
      expect(folders).toEqual(
        new Map([
          ['one', 7],
          ['two', 5],
        ]),
      );
      const none = [];
      for await (const found of measureFolders(blobs, 'nothing')) none.push(found);
      expect(none).toEqual([]);
      const all = [];
      for await (const { key } of blobs.list()) all.push(key);
      expect(all).toEqual(expect.arrayContaining(['rooms/one/a.jpg', 'roomsbeside/one/a.jpg']));
    });

    test.each([
      '',
      'a',
      '/etc/passwd',
      '../keys/master.key',
      'calls/../../keys',
      'calls//x',
      'calls/.hidden',
      'calls/x\0.jpg',
    ])('refuses the key %j', async (key) => {
      await expect(blobs.read(key)).rejects.toThrow('Not the key of a blob');
      await expect(blobs.write(key, bytes('x'))).rejects.toThrow('Not the key of a blob');
    });
  });
});
