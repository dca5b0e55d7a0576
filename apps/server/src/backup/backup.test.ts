/** What a backup does at a given moment, which a process of its own cannot be held at. */
import { mkdtemp, readdir, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '../../testing/start-test-server';
import { BlobsError, type StoredBlob } from '../adapters/blobs/blobs';
import { StartError } from '../config/start-error';
import { readArchive, writeArchive } from './archive';
import { writeBackup } from './backup';
import { tableOf } from './manifest';

let server: TestServer;
let folder: string;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'earth-backup-'));
});
afterEach(() => rm(folder, { recursive: true }));

const options = { passphrase: null, isListOnly: false, now: new Date() };

/** A backup without files. @param turn what happens when their turn has come */
function backUp(file: string, turn: () => Promise<void> = async () => undefined) {
  async function* list(): AsyncGenerator<StoredBlob> {
    await turn();
    yield* [];
  }
  const blobs = { ...server.context.blobs, list };
  const connectionString = server.variables['DATABASE_URL'] ?? '';
  return writeBackup(file, { connectionString, blobs, keyFolder: join(folder, 'keys'), masterKey: undefined }, options);
}

const connections = async (where = '') =>
  (
    await server.context.pool.query(
      `select from pg_stat_activity where application_name = 'earth-backup' and datname = current_database() ${where}`,
    )
  ).rowCount;

test('rows that are written during a backup are not in it, and while it copies files it holds no table', async () => {
  const file = join(folder, 'earth.backup');
  const blocker = await server.context.pool.connect();
  await blocker.query('begin; lock table server_facts in access exclusive mode');
  const made = backUp(file, () => expect.poll(() => connections()).toBe(0));
  await expect.poll(() => connections(`and wait_event_type = 'Lock'`)).toBe(1);
  await blocker.query(`insert into server_facts (name, value) values ('written-meanwhile', '')`);
  await blocker.query('commit');
  blocker.release();
  await made;
  const rows: string[] = [];
  for await (const { name, bytes } of readArchive(file))
    if (tableOf(name) === 'server_facts') rows.push(bytes.toString());
  expect(rows.join('')).toContain('master-key\t');
  expect(rows.join('')).not.toContain('written-meanwhile');
});

test.each([
  ['unavailable', /^The store of the files does not work: .*ECONNREFUSED.* make it again\.$/],
  ['full', /^The store of the files is full: /],
] as const)('a store of files that is %s is told in words, and nothing is left', async (reason, words) => {
  const failing = backUp(join(folder, 'earth.backup'), () =>
    Promise.reject(new BlobsError(reason, new Error('connect ECONNREFUSED'))),
  );
  const error = await failing.catch((caught: unknown) => caught);
  expect(error).toBeInstanceOf(StartError);
  expect((error as Error).message).toMatch(words);
  expect(await readdir(folder)).toEqual([]);
});

test('a database that stops during a backup is told in words, and nothing is left', async () => {
  const blocker = await server.context.pool.connect();
  await blocker.query('begin; lock table server_facts in access exclusive mode');
  try {
    const failing = backUp(join(folder, 'earth.backup')).catch((caught: unknown) => caught);
    await expect.poll(() => connections(`and wait_event_type = 'Lock'`)).toBe(1);
    await server.context.pool.query(
      `select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'earth-backup' and datname = current_database()`,
    );
    const error = await failing;
    expect(error).toBeInstanceOf(StartError);
    expect(error).toMatchObject({ message: expect.stringMatching(/^The database is gone: .* make it again\.$/) });
    expect(await readdir(folder)).toEqual([]);
  } finally {
    await blocker.query('rollback');
    blocker.release();
  }
});

test('a folder that is not there and a full disk are told in words, and nothing is left', async () => {
  const failing = (file: string) => backUp(join(folder, file)).catch((caught: unknown) => caught);
  const nowhere = await failing('none/earth.backup');
  expect(nowhere).toBeInstanceOf(StartError);
  expect(nowhere).toMatchObject({ message: expect.stringMatching(/none\/earth\.backup cannot be written: ENOENT/) });
  await symlink('/dev/full', join(folder, 'earth.backup.part'));
  const full = await failing('earth.backup');
  expect(full).toBeInstanceOf(StartError);
  expect(full).toMatchObject({ message: expect.stringMatching(/earth\.backup cannot be written: ENOSPC: no space/) });
  expect(await readdir(folder)).toEqual([]);
});

test('a disk that fills while an entry is written is told in words', async () => {
  await symlink('/dev/full', join(folder, 'earth.backup.part'));
  const full = await writeArchive(join(folder, 'earth.backup'), async (add) => {
    await add('first', Buffer.alloc(100_000));
    await add('second', Buffer.alloc(100_000));
  }).catch((caught: unknown) => caught);
  expect(full).toMatchObject({ message: expect.stringMatching(/earth\.backup cannot be written: ENOSPC: no space/) });
  expect(await readdir(folder)).toEqual([]);
});
