/** The master key is changed as operators do it: by a command of its own, on the data of a stopped server. */
import { mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as contracts from '@earth/contracts';
import { openText, sealLog } from '@earth/crypto';
import pg from 'pg';
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { sealedColumns } from '../src/config/column-seal';
import { createSeals } from '../src/config/secrets';
import { readLogs } from '../src/features/operations/logs';
import { type OldData, restoreOldData } from '../testing/old-data';
import { bundleServer, cleanUp, makeFolder, ServerProcess } from '../testing/server-process';
import { refusal, type SignedInClient, startBeside, type TestServer } from '../testing/start-test-server';

/** Each run starts processes, on a machine that may be busy. */
vi.setConfig({ testTimeout: 120_000 });

const NEW_KEY = 'ab'.repeat(32);
const keyOf = (hex: string) => new Uint8Array(Buffer.from(hex, 'hex'));

let old: OldData;
let folder: string;
let processes: ServerProcess[];
let luca: SignedInClient;

beforeAll(bundleServer);
beforeEach(async () => {
  [old, folder, processes] = [await restoreOldData('data-of-migration-32.json'), await makeFolder(), []];
  await withServer(old.variables, async (server) => {
    luca = await server.signIn('assisted');
    const paolo = await server.signIn('admin');
    const url = 'https://hooks.example.com/earth';
    const { webhook } = await paolo.call(contracts.createWebhook, { url, events: ['lead.came'] });
    await paolo.call(contracts.renewWebhookSecret, { webhookId: webhook.id });
    await paolo.call(contracts.invite, {
      email: 'new@demo.example',
      name: 'New',
      roleUniqueId: contracts.ROLE_IDS.OPERATOR,
    });
    const { columnSeal } = server.context.secrets;
    const companyId = (await query<{ id: string }>(`select id from companies limit 1`))[0]?.id ?? '';
    const sealed = await columnSeal.seal('of-the-provider', {
      column: 'sign_on_connections.sealed_secret',
      id: companyId,
    });
    await query(`insert into sign_on_connections (company_id, issuer, client_id, sealed_secret, role_claim, roles, makes_people)
      values ('${companyId}', 'https://id.example', 'earth', '${sealed}', '', '[]', false)`);
    const data = await sealLog('"a crash"', server.context.secrets.logKeys.publicKey);
    for (const one of [data, Buffer.from('sealed for nobody').toString('base64')])
      await luca.call(contracts.sendLog, { appCode: 'earth', now: new Date().toISOString(), data: one });
  });
});
afterEach(async () => {
  await cleanUp(folder, processes);
  await old.remove();
});

async function withServer<T>(variables: Readonly<Record<string, string>>, work: (server: TestServer) => Promise<T>) {
  const server = await startBeside({ variables });
  try {
    return await work(server);
  } finally {
    await server.close();
  }
}

async function query<Row extends pg.QueryResultRow>(sql: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString: old.variables['DATABASE_URL'] });
  await client.connect();
  try {
    return (await client.query<Row>(sql)).rows;
  } finally {
    await client.end();
  }
}

function run(
  program: 'main' | 'cli/change-master-key' | 'cli/backup',
  variables: Readonly<Record<string, string>>,
  args: readonly string[] = [],
) {
  const started = new ServerProcess(folder, { PROCESS_VIEWS: 'false', ...variables }, args, program);
  processes.push(started);
  return started;
}
const change = (variables: Readonly<Record<string, string>>) => run('cli/change-master-key', variables);

async function ends(running: ServerProcess) {
  return { code: await running.ended, errors: running.errors.trim() };
}
const refusedWith = (words: RegExp) => ({ code: 1, errors: expect.stringMatching(words) });

/** The settings of a server whose key is a file. */
async function keyInFile(): Promise<Record<string, string>> {
  const { MASTER_KEY = '', ...others } = old.variables;
  const keys = join(others['DATA_DIR'] ?? '', 'keys');
  await mkdir(keys, { recursive: true });
  await writeFile(join(keys, 'master.key'), `${Buffer.from(MASTER_KEY, 'hex').toString('base64url')}\n`);
  return others;
}
const keyFile = (name: string) => join(old.variables['DATA_DIR'] ?? '', 'keys', name);

/** Of each text in the database that is sealed under a master key, its place, and whether this key opens it. */
async function sealedIn(masterKey: Uint8Array) {
  const { columnSeal } = await createSeals(masterKey);
  const columns = await query<{ table: string; column: string }>(`
    select table_name as table, column_name as column from information_schema.columns
    join information_schema.tables using (table_schema, table_name)
    where table_schema = 'public' and table_type = 'BASE TABLE' and data_type in ('text', 'jsonb')`);
  const found: { place: string; opens: boolean }[] = [];
  for (const { table, column } of columns) {
    const rows = await query<{ row: Record<string, string>; sealed: string }>(
      `select to_jsonb(t) as row, "${column}"::text as sealed from "${table}" t where "${column}"::text ~ '^"?v1\\.'`,
    );
    for (const { row, sealed } of rows) {
      const place = `${table}.${column}`;
      const listed = sealedColumns[place as 'contacts.private_key'];
      const id = row[listed?.id.name ?? ''] ?? '';
      const opened = await columnSeal.open(sealed, { column: place as 'contacts.private_key', id }).catch(() => null);
      found.push({ place, opens: opened !== null });
    }
  }
  return found;
}

async function expectAllUnder(right: Uint8Array, wrong: Uint8Array) {
  const under = await sealedIn(right);
  expect(under.filter(({ opens }) => !opens)).toEqual([]);
  expect(new Set(under.map(({ place }) => place))).toEqual(
    new Set([
      'contacts.private_key',
      'webhooks.sealed_secret',
      'webhooks.former_secret',
      'sign_on_connections.sealed_secret',
      'server_facts.value',
    ]),
  );
  expect((await sealedIn(wrong)).filter(({ opens }) => opens)).toEqual([]);
}

test('everything opens under the new key and nothing under the former one, and who is signed in goes on', async () => {
  const former = keyOf(old.variables['MASTER_KEY'] ?? '');
  await expectAllUnder(former, keyOf(NEW_KEY));
  const changing = change({ ...old.variables, NEW_MASTER_KEY: NEW_KEY });
  expect(await ends(changing)).toEqual({ code: 0, errors: '' });
  expect(changing.output).toMatch(/contacts\.private_key: (\d+) of \1 …\n/);
  expect(changing.output).toMatch(/The codes of 1 open invitations are no longer valid/);
  expect(changing.output).toMatch(/Set MASTER_KEY to the content of .*master\.key\.next, on all servers/);
  await expectAllUnder(keyOf(NEW_KEY), former);

  await withServer({ ...old.variables, MASTER_KEY: NEW_KEY }, async (server) => {
    expect((await readLogs(server.context)).map(({ log }) => log)).toEqual(['a crash', null]);
    const device = luca.at(server.url);
    await expect(device.call(contracts.getProfile, {})).rejects.toEqual(refusal('notSignedIn'));
    const { refreshToken, deviceId } = device;
    device.token = (await server.visitor(deviceId).call(contracts.refreshToken, { refreshToken, deviceId })).token;
    expect((await device.call(contracts.getProfile, {})).name).toBe('Luca Moretti');
    const again = await server.signIn('assisted');
    expect(again.privateKey).toBe(luca.privateKey);
    const call = (await again.call(contracts.listCalls, {})).items.at(-1)?.call.uniqueId ?? '';
    const [first] = await again.call(contracts.listCallMessages, { id: call });
    expect(await openText(1, first?.message ?? '', await again.reader())).toBe('Which valve?');
  });
  const withFormer = async (words: RegExp) =>
    expect(await ends(run('main', old.variables))).toEqual(refusedWith(words));
  await withFormer(/^MASTER_KEY is not the one .* Set MASTER_KEY to the content of .*master\.key\.next/);
  await rm(keyFile('master.key.next'));
  await withFormer(/^MASTER_KEY is not the one .* It was changed on \d{4}-\d\d-\d\d.*$/);
});

test('killed while it seals, all is under the former key; the next run finishes with the same new key', async () => {
  const variables = await keyInFile();
  const former = keyOf(old.variables['MASTER_KEY'] ?? '');
  const blocker = new pg.Client({ connectionString: variables['DATABASE_URL'] });
  await blocker.connect();
  await blocker.query('begin; select 1 from crash_logs for update');
  const killed = change(variables);
  // It has sealed the private keys, and waits for the row of the last table.
  expect(Number(await killed.printed(/server_facts\.value: (\d+) of/))).toBe(1);
  killed.kill('SIGKILL');
  await killed.ended;
  await blocker.query('rollback');
  await blocker.end();
  await expectAllUnder(former, keyOf(NEW_KEY));
  await withServer(variables, async (server) => {
    expect((await server.signIn('assisted')).privateKey).toBe(luca.privateKey);
  });

  const next = await readFile(keyFile('master.key.next'), 'utf8');
  expect(await ends(change(variables))).toEqual({ code: 0, errors: '' });
  expect(await readFile(keyFile('master.key'), 'utf8')).toBe(next);
  await expectAllUnder(new Uint8Array(Buffer.from(next.trim(), 'base64url')), former);
  const kept = (await readdir(keyFile('.'))).filter((name) => name.startsWith('master.key.'));
  expect(kept).toEqual([expect.stringMatching(/^master\.key\.until-/)]);
  expect(Buffer.from((await readFile(keyFile(kept[0] ?? ''), 'utf8')).trim(), 'base64url')).toEqual(
    Buffer.from(former),
  );
});

test('killed before the new key file has its place, the server says what to do, and the next run does it', async () => {
  const variables = await keyInFile();
  const former = await readFile(keyFile('master.key'), 'utf8');
  expect(await ends(change({ ...variables, NEW_MASTER_KEY: NEW_KEY }))).toEqual({ code: 0, errors: '' });
  // As it was between the commit and the renaming.
  await writeFile(keyFile('master.key.next'), await readFile(keyFile('master.key'), 'utf8'));
  await writeFile(keyFile('master.key'), former);

  expect(await ends(run('main', variables))).toEqual(
    refusedWith(/^MASTER_KEY is not .*run npm run change-master-key again.*$/),
  );
  // The key of the file is the only one that opens the database, whatever is given now.
  const finishing = change({ ...variables, NEW_MASTER_KEY: 'cd'.repeat(32) });
  expect(await ends(finishing)).toEqual({ code: 0, errors: '' });
  expect(finishing.output).toMatch(/A change to the key in .*master\.key\.next was interrupted: it is finished/);
  expect(finishing.output).toMatch(/Everything is sealed under the new master key already/);
  await run('main', variables).ready();
});

test('a key that is a setting: the new one is in a file for this user only, also if it is generated', async () => {
  const changing = change(old.variables);
  expect(await ends(changing)).toEqual({ code: 0, errors: '' });
  const next = keyFile('master.key.next');
  expect((await stat(next)).mode & 0o777).toBe(0o600);
  const MASTER_KEY = (await readFile(next, 'utf8')).trim();
  await expectAllUnder(new Uint8Array(Buffer.from(MASTER_KEY, 'base64url')), keyOf(old.variables['MASTER_KEY'] ?? ''));
  await withServer({ ...old.variables, MASTER_KEY }, async (server) => {
    expect((await server.signIn('assisted')).privateKey).toBe(luca.privateKey);
  });
});

test.each([
  ['is empty', ''],
  ['was cut off', 'q6urq6urq6u'],
  ['is of a change that did not take place', Buffer.from('cd'.repeat(32), 'hex').toString('base64url')],
])('a file of the next key that %s stays if no key opens, and is replaced if the present one does', async (_, text) => {
  const variables = await keyInFile();
  await writeFile(keyFile('master.key.next'), text);
  const NEW_MASTER_KEY = NEW_KEY;
  const wrong = { ...variables, MASTER_KEY: 'ee'.repeat(32), NEW_MASTER_KEY };
  expect(await ends(change(wrong))).toEqual(
    refusedWith(/^The present master key is not .*, nor is that in .*\.next\./),
  );
  expect(await ends(run('main', wrong))).toEqual(refusedWith(/^MASTER_KEY is not the one/));
  expect(await readFile(keyFile('master.key.next'), 'utf8')).toBe(text);
  const changing = change({ ...variables, NEW_MASTER_KEY });
  expect(await ends(changing)).toEqual({ code: 0, errors: '' });
  expect(changing.output).toMatch(/master\.key\.next was left by a change .* it is replaced/);
  await expectAllUnder(keyOf(NEW_KEY), keyOf(old.variables['MASTER_KEY'] ?? ''));
});

test('a backup with keys that are not those of its rows is refused, and one that cannot be recorded is complete', async () => {
  const variables = { ...(await keyInFile()), BACKUP_PASSPHRASE: 'a passphrase of this test' };
  const right = await readFile(keyFile('master.key'), 'utf8');
  const file = join(folder, 'earth.backup');
  const words = /^The master key does not open the database: nothing was backed up/;
  // As it is between the commit and the renaming of the key file, and with a setting of another server.
  await writeFile(keyFile('master.key'), `${Buffer.from(NEW_KEY, 'hex').toString('base64url')}\n`);
  expect(await ends(run('cli/backup', variables, [file]))).toEqual(refusedWith(words));
  await writeFile(keyFile('master.key'), right);
  expect(await ends(run('cli/backup', { ...variables, MASTER_KEY: NEW_KEY }, [file]))).toEqual(refusedWith(words));
  await expect(stat(file)).rejects.toThrow('ENOENT');

  await query(`alter table server_facts add constraint no_backups check (name <> 'last-backup')`);
  const made = run('cli/backup', variables, [file]);
  expect(await ends(made)).toEqual({ code: 0, errors: expect.stringMatching(/^The time of the backup could not be/) });
  expect(made.output).toMatch(/\d+ tables, .* 3 keys/);
});

test('a wrong key, the same key, none, or a running server changes nothing', async () => {
  const { MASTER_KEY = '' } = old.variables;
  const refused = async (variables: Readonly<Record<string, string>>, words: RegExp) =>
    expect(await ends(change({ ...old.variables, ...variables }))).toEqual(refusedWith(words));
  await refused({ MASTER_KEY: 'ee'.repeat(32), NEW_MASTER_KEY: NEW_KEY }, /^The present master key is not the one/);
  await refused({ NEW_MASTER_KEY: MASTER_KEY }, /^NEW_MASTER_KEY is the present master key/);
  await refused({ NEW_MASTER_KEY: 'short' }, /^NEW_MASTER_KEY is not usable: expected 32 bytes/);
  await refused({ MASTER_KEY: '' }, /^There is no .*master\.key: set MASTER_KEY/);
  await withServer(old.variables, () =>
    refused({ NEW_MASTER_KEY: NEW_KEY }, /^This data is already in use by earth server/),
  );
  const [{ id } = { id: '' }] = await query<{ id: string }>(
    `update contacts set private_key = 'v1.AAAA' where email = 'assisted@demo.example' returning id`,
  );
  await refused(
    { NEW_MASTER_KEY: NEW_KEY },
    new RegExp(`^contacts.private_key of ${id} does not open .*Nothing was changed`),
  );
  await query(`delete from server_facts where name = 'master-key'`);
  await refused({ NEW_MASTER_KEY: NEW_KEY }, /has no master key yet/);
});

test('the key file of an embedded database is replaced', async () => {
  const variables = { DATA_DIR: 'data', DEMO: 'true' };
  const stopped = async () => {
    const server = run('main', variables);
    await server.ready();
    server.kill('SIGTERM');
    expect(await server.ended).toBe(0);
  };
  await stopped();
  const key = () => readFile(join(folder, 'data/keys/master.key'), 'utf8');
  const former = await key();
  const changing = change(variables);
  expect(await ends(changing)).toEqual({ code: 0, errors: '' });
  expect(changing.output).toMatch(/\d+ rows are sealed under the new master key, and nothing under the former one/);
  expect(await key()).not.toBe(former);
  await stopped();
});
