/** As root: the database has a user of its own, with limited access. These tests run as root only. */
import { execFile } from 'node:child_process';
import { chmod, cp, mkdir, readdir, readFile, realpath, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ask, EmbeddedPlace } from '../../../testing/embedded-place';
import { accountFor, mayEnter } from './account';
import { binariesOfPackage, findBinaries } from './binaries';

vi.setConfig({ testTimeout: 90_000 });

const run = promisify(execFile);

let place: EmbeddedPlace;
beforeEach(async () => {
  place = await EmbeddedPlace.make();
});
afterEach(() => place.end());

test('runs as a user of its own', async () => {
  const { connectionString, folder, isElsewhere } = await place.start();
  expect([folder, isElsewhere]).toEqual([join(await realpath(place.dataDir), 'db'), false]);
  const pid = Number((await readFile(join(folder, 'cluster', 'postmaster.pid'), 'utf8')).split('\n')[0]);
  const { uid } = await stat(`/proc/${pid}`);
  expect(uid).not.toBe(0);
  expect(uid).toBe((await stat(folder)).uid);
  expect(await ask(connectionString, 'select 1 as one')).toEqual({ one: 1 });
});

test('puts the data elsewhere if that user may not enter, and finds it again', async () => {
  await chmod(place.root, 0o700);
  const first = await place.start();
  expect([first.isElsewhere, dirname(first.folder)]).toEqual([true, place.shared]);
  expect(await readFile(join(first.folder, 'belongs-to'), 'utf8')).toBe(`${place.dataDir}\n`);
  await ask(first.connectionString, 'create table here (id integer)');
  await first.stop();

  const second = await place.start();
  expect(second.folder).toBe(first.folder);
  expect(await ask(second.connectionString, `select to_regclass('here') as name`)).toEqual({ name: 'here' });
});

/** The programs in a folder that no other user may enter. */
async function lockedBinaries() {
  const installed = await binariesOfPackage();
  const native = dirname(dirname(installed.initdb));
  const locked = join(place.root, 'locked');
  await mkdir(locked, { mode: 0o700 });
  await cp(dirname(native), locked, { recursive: true, verbatimSymlinks: true });
  const inLocked = (program: string) => join(locked, basename(native), 'bin', program);
  return { initdb: inLocked('initdb'), pg_ctl: inLocked('pg_ctl') };
}

test('two concurrent starts that copy the programs both get them', async () => {
  const account = await accountFor(join(place.dataDir, 'db'));
  const locked = await lockedBinaries();
  const find = () => findBinaries(account, place.shared, locked);
  const [one, other] = await Promise.all([find(), find()]);
  expect(one).toEqual(other);
  expect(await readdir(place.shared)).toHaveLength(1);
});

test('copies programs that the user cannot reach', async () => {
  const account = await accountFor(join(place.dataDir, 'db'));

  const found = await findBinaries(account, place.shared, await lockedBinaries());

  expect(found.initdb.startsWith(place.shared)).toBe(true);
  const { stdout } = await run(found.initdb, ['--version'], { ...account, cwd: '/' });
  expect(stdout).toContain('PostgreSQL');
  expect(await findBinaries(account, place.shared, found)).toEqual(found);
});

test('a folder can be entered if every folder on its path can', async () => {
  const account = await accountFor(join(place.dataDir, 'db'));
  const entered: boolean[] = [];
  for (const mode of [0o755, 0o711, 0o700, 0o750]) {
    await chmod(place.root, mode);
    entered.push(account !== null && (await mayEnter(place.dataDir, account)));
  }
  expect(entered).toEqual([true, true, false, false]);
});
