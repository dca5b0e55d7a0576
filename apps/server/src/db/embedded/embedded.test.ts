import { mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ask, EmbeddedPlace } from '../../../testing/embedded-place';
import { databaseProcess, isRunning } from '../../../testing/server-process';

vi.setConfig({ testTimeout: 90_000 });

let place: EmbeddedPlace;
beforeEach(async () => {
  place = await EmbeddedPlace.make();
});
afterEach(() => place.end());

test('data survives a restart, in an encoding for all languages', async () => {
  const first = await place.start();
  await ask(first.connectionString, `create table words as select 'ÀÈ ☃ 東' as word`);
  await first.stop();
  const second = await place.start();
  const row = await ask(second.connectionString, 'select lower(word) as word from words');
  expect(row).toEqual({ word: 'àè ☃ 東' });
  expect(await ask(second.connectionString, 'show fsync')).toEqual({ fsync: 'on' });
});

test('is reachable from this machine only, and only with the password', async () => {
  const { connectionString, folder } = await place.start();
  const { hostname, port, password } = new URL(connectionString);
  expect([hostname, password.length]).toEqual(['127.0.0.1', 32]);
  expect((await stat(join(folder, 'password'))).mode & 0o777).toBe(0o600);
  expect(await ask(connectionString, 'show unix_socket_directories')).toEqual({ unix_socket_directories: '' });
  const guess = `postgres://earth:guess@127.0.0.1:${port}/postgres`;
  await expect(ask(guess, 'select 1')).rejects.toThrow('password authentication failed');
});

test('two concurrent starts share one database', async () => {
  const [one, other] = await Promise.all([place.start(), place.start()]);
  expect(one.connectionString).toBe(other.connectionString);
});

test('never uses a half-made database', async () => {
  // Starts that were interrupted very early and very late.
  await mkdir(join(place.dataDir, 'db', 'cluster-broken'), { recursive: true, mode: 0o700 });
  const { connectionString, folder } = await place.start();
  expect(await ask(connectionString, 'select 1 as one')).toEqual({ one: 1 });
  expect((await readdir(folder)).toSorted()).toEqual(['cluster', 'cluster-broken', 'password', 'postgresql.log']);
});

test('restarts a killed database once the last of its processes has ended', async () => {
  const killed = await place.start();
  const client = new pg.Client({ connectionString: killed.connectionString });
  client.on('error', () => undefined);
  await client.connect();
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
  const pid = rows[0]?.pid ?? 0;
  // Like a process that waits for the disk or the processor: it notices nothing.
  process.kill(pid, 'SIGSTOP');
  let next: ReturnType<typeof place.start>;
  try {
    const database = await databaseProcess(place.dataDir);
    process.kill(database ?? 0, 'SIGKILL');
    await expect.poll(() => isRunning(database)).toBe(false);

    next = place.start();
    const log = () => readFile(join(killed.folder, 'postgresql.log'), 'utf8');
    await expect.poll(log, { timeout: 30_000, interval: 5 }).toContain('shared memory block');
  } finally {
    process.kill(pid, 'SIGKILL');
  }
  expect(await ask((await next).connectionString, 'select 1 as one')).toEqual({ one: 1 });
});

test('restarts a killed database although another process has its id now', async () => {
  const other = await EmbeddedPlace.make();
  try {
    await other.start();
    await place.start();
    const database = await databaseProcess(place.dataDir);
    process.kill(database ?? 0, 'SIGKILL');
    await expect.poll(() => isRunning(database)).toBe(false);
    const lock = join(place.dataDir, 'db', 'cluster', 'postmaster.pid');
    const number = String(await databaseProcess(other.dataDir));
    await writeFile(lock, (await readFile(lock, 'utf8')).replace(/^\d+/, number));
    const { connectionString } = await place.start();
    expect(await ask(connectionString, 'select 1 as one')).toEqual({ one: 1 });
    expect(await isRunning(Number(number))).toBe(true);
  } finally {
    await other.end();
  }
});
