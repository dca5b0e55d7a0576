/** A server whose files are in S3, as operators run it: moved there, gone for a while, moved back. */
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { createDiskBlobs } from '../src/adapters/blobs/disk';
import { createS3Blobs } from '../src/adapters/blobs/s3';
import { hasS3, TestS3 } from '../testing/s3-server';
import { bundleServer, cleanUp, makeFolder, ServerProcess } from '../testing/server-process';

/** Each start creates or opens a database, on a machine that may be busy. */
vi.setConfig({ testTimeout: 120_000 });

const API_KEY = 'the-key-of-this-test';
let folder: string;
let processes: ServerProcess[];

function run(program: 'main' | 'cli/move-blobs', variables: Record<string, string>, args: readonly string[] = []) {
  const settings = { DATA_DIR: 'data', DEMO: 'true', API_KEY, ...variables };
  const started = new ServerProcess(folder, settings, args, program);
  processes.push(started);
  return started;
}

async function stop(server: ServerProcess) {
  server.kill('SIGTERM');
  expect(await server.ended).toBe(0);
}

/** The address of a content's picture, which visitors see. */
async function pictureOf(url: string): Promise<string> {
  const response = await fetch(`${url}/api/infocontents`, {
    headers: { 'x-api-key': API_KEY, 'x-device-id': 'device-of-this-test', 'x-timestamp': new Date().toISOString() },
  });
  const { data } = (await response.json()) as { data: { items: { content: { imageUrl: string } }[] } };
  return data.items.map(({ content }) => content.imageUrl).find((address) => address.startsWith('/')) ?? 'none';
}

const digestOf = async (response: Response) =>
  Buffer.from(await crypto.subtle.digest('SHA-256', await response.arrayBuffer())).toString('hex');

async function keysOf(blobs: Parameters<typeof createS3Blobs>[0] | string): Promise<string[]> {
  const keys: string[] = [];
  const store = typeof blobs === 'string' ? createDiskBlobs(blobs) : await createS3Blobs(blobs);
  for await (const { key } of store.list()) keys.push(key);
  return keys.toSorted();
}

describe.skipIf(!hasS3)('with S3', () => {
  let s3: TestS3;
  beforeAll(async () => {
    [s3] = await Promise.all([TestS3.start(), bundleServer()]);
  });
  afterAll(() => s3.remove());
  beforeEach(async () => {
    folder = await makeFolder();
    processes = [];
  });
  afterEach(() => cleanUp(folder, processes));

  test('files move into the bucket and back; while it is down the server says so, and goes on', async () => {
    const disk = join(folder, 'data/blobs');
    const first = run('main', {});
    const before = await first.ready();
    const picture = await pictureOf(before);
    const digest = await digestOf(await fetch(before + picture));
    await stop(first);
    const keys = await keysOf(disk);
    expect(keys.length).toBeGreaterThan(10);

    const there = run('cli/move-blobs', s3.variables, ['s3']);
    expect([await there.ended, there.errors]).toEqual([0, '']);
    expect(there.output).toContain(`has all ${keys.length} files`);
    expect(await keysOf(s3.bucket)).toEqual(keys);

    const again = run('cli/move-blobs', s3.variables, ['s3', '--delete']);
    expect(await again.ended).toBe(0);
    expect(again.output).toContain(`0 copied, ${keys.length} were there already`);
    expect(await keysOf(disk)).toEqual([]);

    const server = run('main', s3.variables);
    const url = await server.ready();
    expect(await digestOf(await fetch(url + picture))).toBe(digest);
    const part = await fetch(url + picture, { headers: { range: 'bytes=2-5' } });
    expect([part.status, (await part.arrayBuffer()).byteLength]).toEqual([206, 4]);
    await s3.kill();
    const refused = await fetch(url + picture);
    expect([refused.status, await refused.json()]).toEqual([
      503,
      expect.objectContaining({ data: { error: 'filesUnavailable' } }),
    ]);
    expect(await pictureOf(url)).toBe(picture);
    await s3.start();
    expect(await digestOf(await fetch(url + picture))).toBe(digest);
    await stop(server);

    const back = run('cli/move-blobs', s3.variables, ['disk', '--delete']);
    expect([await back.ended, back.errors]).toEqual([0, '']);
    expect([await keysOf(disk), await keysOf(s3.bucket)]).toEqual([keys, []]);
  });

  test('a server does not start with keys that S3 refuses, and does not print them', async () => {
    const server = run('main', { ...s3.variables, S3_SECRET_ACCESS_KEY: 'not-the-secret' });
    expect(await server.ended).toBe(1);
    expect(server.errors).toMatch(/S3 refuses the keys .* in the bucket files-of-the-tests/);
    expect(server.errors + server.output).not.toContain('not-the-secret');
  });
});

describe('moving files', () => {
  beforeAll(bundleServer);
  beforeEach(async () => {
    folder = await makeFolder();
    processes = [];
  });
  afterEach(() => cleanUp(folder, processes));

  test.each([
    [[], /^npm run move-blobs -- s3\|disk/],
    [['tape'], /^npm run move-blobs -- s3\|disk/],
    [['s3', '--all'], /^npm run move-blobs -- s3\|disk/],
    [['s3'], /^S3_BUCKET is not set/],
  ])('%j is answered with how it is used', async (args, words) => {
    const wrong = run('cli/move-blobs', {}, args);
    expect(await wrong.ended).toBe(1);
    expect(wrong.errors).toMatch(words);
  });
});
