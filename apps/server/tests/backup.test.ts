/** Backup and restore as operators run them: while the server runs, onto an empty machine. */
import { createHash, randomBytes } from 'node:crypto';
import { chmod, mkdir, readFile, stat, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { createDiskBlobs } from '../src/adapters/blobs/disk';
import { listTables } from '../src/db/table-copies';
import { bundleServer, cleanUp, makeFolder, ServerProcess } from '../testing/server-process';

/** Each start creates or opens a database, on a machine that may be busy. */
vi.setConfig({ testTimeout: 120_000 });

const BACKUP_PASSPHRASE = 'a passphrase of this test';
let folders: string[];
let processes: ServerProcess[];

beforeAll(bundleServer);
beforeEach(async () => {
  folders = [await makeFolder(), await makeFolder()];
  processes = [];
});
afterEach(async () => {
  await cleanUp(folders[0] ?? '', processes);
  await cleanUp(folders[1] ?? '', []);
});

const digestOf = (bytes: string | Buffer) => createHash('sha256').update(bytes).digest('hex');
const dataOf = (machine: number) => join(folders[machine] ?? '', 'data');

function run(
  machine: 0 | 1,
  program: 'main' | 'cli/backup' | 'cli/restore',
  args: readonly string[] = [],
  variables: Record<string, string> = { BACKUP_PASSPHRASE },
) {
  const started = new ServerProcess(
    folders[machine] ?? '',
    { DATA_DIR: 'data', DEMO: 'true', PROCESS_VIEWS: 'false', ...variables },
    args,
    program,
  );
  processes.push(started);
  return started;
}

async function ends(running: ServerProcess) {
  return { code: await running.ended, errors: running.errors.trim() };
}

/** The number and digest of the rows of each table of the embedded database, but that of the servers that run. */
async function rowsOf(machine: number): Promise<Record<string, string>> {
  const cluster = join(dataOf(machine), 'db/cluster/postmaster.pid');
  const port = Number((await readFile(cluster, 'utf8')).split('\n')[3]);
  const password = (await readFile(join(dataOf(machine), 'db/password'), 'utf8')).trim();
  const client = new pg.Client({ host: '127.0.0.1', port, user: 'earth', password, database: 'postgres' });
  await client.connect();
  try {
    const rows: Record<string, string> = {};
    for (const { name } of await listTables(client)) {
      if (name === 'nodes') continue;
      // The time of the backup itself is stored after it.
      const kept = name === 'server_facts' ? `where name <> 'last-backup'` : '';
      const found = await client.query<{ row: string }>(`select t::text as row from "${name}" t ${kept} order by 1`);
      rows[name] = `${found.rows.length} ${digestOf(found.rows.map(({ row }) => row).join('\n'))}`;
    }
    return rows;
  } finally {
    await client.end();
  }
}

async function filesOf(machine: number): Promise<Record<string, string>> {
  const blobs = createDiskBlobs(join(dataOf(machine), 'blobs'));
  const files: Record<string, string> = {};
  for await (const { key } of blobs.list()) files[key] = digestOf((await blobs.read(key)) ?? '');
  return files;
}

test('everything comes back on an empty machine: rows, files and keys', async () => {
  const file = join(folders[0] ?? '', 'earth.backup');
  const server = run(0, 'main');
  await server.ready();
  const blobs = createDiskBlobs(join(dataOf(0), 'blobs'));
  // More than what is written to the disk at once.
  for (const name of ['a', 'b', 'c']) await blobs.write(`calls/large/${name}.mp4`, randomBytes(5_000_000));
  const made = run(0, 'cli/backup', [file]);
  expect(await ends(made)).toEqual({ code: 0, errors: '' });
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  const [rows, files] = [await rowsOf(0), await filesOf(0)];
  expect(Object.keys(files).length).toBeGreaterThan(10);
  // Like a power cut.
  server.kill('SIGKILL');
  await server.ended;

  const restored = run(1, 'cli/restore', [file]);
  expect(await ends(restored)).toEqual({ code: 0, errors: '' });
  expect(restored.output).toMatch(/Restored the backup of 20\d\d-.*: \d+ tables, \d+ files, \d+ keys/);
  const other = run(1, 'main');
  await other.ready();
  expect(await rowsOf(1)).toEqual(rows);
  expect(await filesOf(1)).toEqual(files);
  const keyOf = (machine: number) => readFile(join(dataOf(machine), 'keys/master.key'), 'utf8');
  expect(await keyOf(1)).toBe(await keyOf(0));

  const again = run(1, 'cli/restore', [file]);
  expect(await ends(again)).toEqual({ code: 1, errors: expect.stringMatching(/server|in use/i) });
  other.kill('SIGTERM');
  await other.ended;
  const over = run(1, 'cli/restore', [file]);
  expect(await ends(over)).toEqual({ code: 1, errors: expect.stringContaining('The database is not empty') });
});

test('a backup that was cut off or changed, a wrong passphrase or another key changes nothing', async () => {
  const file = join(folders[0] ?? '', 'earth.backup');
  const server = run(0, 'main', [], { DEMO: 'false' });
  await server.ready();
  expect(await ends(run(0, 'cli/backup', [file]))).toEqual({ code: 0, errors: '' });
  expect(await ends(run(0, 'cli/backup', [file]))).toEqual({ code: 1, errors: expect.stringContaining('exists') });
  server.kill('SIGTERM');
  await server.ended;
  const whole = await readFile(file);
  const refused = async (errors: RegExp, variables?: Record<string, string>) =>
    expect(await ends(run(1, 'cli/restore', [file], variables))).toEqual({
      code: 1,
      errors: expect.stringMatching(errors),
    });

  await truncate(file, whole.length / 2);
  await refused(/was cut off|cannot be read/);
  const changed = Buffer.from(whole);
  const at = changed.indexOf('demo.example') > 0 ? changed.indexOf('demo.example') : 600;
  changed[at] = (changed[at] ?? 0) ^ 1;
  await writeFile(file, changed);
  await refused(/was cut off, or has been changed/);
  await writeFile(file, whole);
  await refused(/BACKUP_PASSPHRASE is not that of this backup/, { BACKUP_PASSPHRASE: 'another passphrase' });
  await refused(/set BACKUP_PASSPHRASE/, {});
  await mkdir(join(dataOf(1), 'keys'), { recursive: true });
  await chmod(dataOf(1), 0o755);
  await writeFile(join(dataOf(1), 'keys/master.key'), 'another key\n');
  await refused(/is another key than that of the backup/);
  const kept = run(1, 'cli/restore', [file, '--without-keys'], {});
  expect(await ends(kept)).toEqual({ code: 0, errors: '' });
});

test.each([
  ['cli/backup', [], /^npm run backup -- FILE/],
  ['cli/backup', ['a', 'b'], /^npm run backup -- FILE/],
  ['cli/backup', ['a'], /^Set BACKUP_PASSPHRASE to at least 12 characters/],
  ['cli/restore', ['--all'], /^npm run restore -- FILE/],
  ['cli/restore', ['none.backup'], /none\.backup cannot be read as a backup/],
] as const)('%s %j is answered in words', async (program, args, words) => {
  const wrong = run(0, program, args, {});
  expect(await ends(wrong)).toEqual({ code: 1, errors: expect.stringMatching(words) });
});
