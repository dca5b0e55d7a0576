import { mkdir, readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ask, EmbeddedPlace } from '../../../testing/embedded-place';

vi.setConfig({ testTimeout: 90_000 });

let place: EmbeddedPlace;
beforeEach(async () => {
  place = await EmbeddedPlace.make();
});
afterEach(() => place.end());

test('what is written is there after a stop and a start, in an encoding that knows all languages', async () => {
  const first = await place.start();
  await ask(first.connectionString, `create table words as select 'ÀÈ ☃ 東' as word`);
  await first.stop();
  const second = await place.start();
  const row = await ask(second.connectionString, 'select lower(word) as word from words');
  expect(row).toEqual({ word: 'àè ☃ 東' });
  expect(await ask(second.connectionString, 'show fsync')).toEqual({ fsync: 'on' });
});

test('only this machine reaches it, and only with the password', async () => {
  const { connectionString, folder } = await place.start();
  const { hostname, port, password } = new URL(connectionString);
  expect([hostname, password.length]).toEqual(['127.0.0.1', 32]);
  expect((await stat(join(folder, 'password'))).mode & 0o777).toBe(0o600);
  expect(await ask(connectionString, 'show unix_socket_directories')).toEqual({ unix_socket_directories: '' });
  const guess = `postgres://earth:guess@127.0.0.1:${port}/postgres`;
  await expect(ask(guess, 'select 1')).rejects.toThrow('password authentication failed');
});

test('two starts at once share one database', async () => {
  const [one, other] = await Promise.all([place.start(), place.start()]);
  expect(one.connectionString).toBe(other.connectionString);
});

test('a half-made database is never taken for one', async () => {
  // Where a start was broken off, as early and as late as can be.
  await mkdir(join(place.dataDir, 'db', 'cluster-broken'), { recursive: true, mode: 0o700 });
  const { connectionString, folder } = await place.start();
  expect(await ask(connectionString, 'select 1 as one')).toEqual({ one: 1 });
  expect((await readdir(folder)).toSorted()).toEqual(['cluster', 'cluster-broken', 'password', 'postgresql.log']);
});
