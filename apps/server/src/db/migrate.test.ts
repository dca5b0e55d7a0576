import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { afterAll, beforeEach, expect, inject, test } from 'vitest';
import { createPool } from './database';
import { migrate, NewerDatabaseError } from './migrate';
import { migrations } from './migrations';

const { connectionString } = inject('database');
const pools: pg.Pool[] = [];
let pool: pg.Pool;

beforeEach(async () => {
  const name = `migrate_${randomUUID().replaceAll('-', '')}`;
  const admin = new pg.Client({ connectionString });
  await admin.connect();
  await admin.query(`create database ${name}`);
  await admin.end();
  pool = createPool(connectionString.replace(/\/[^/]*$/, `/${name}`), () => undefined);
  pools.push(pool);
});
afterAll(() => Promise.all(pools.map((one) => one.end())));

const first = { number: 1, name: 'first', sql: 'create table one (id integer)' };
const broken = { number: 2, name: 'broken', sql: 'create table two (id integer); select nonsense' };

test('numbers the migrations without a gap', () => {
  expect(migrations.map(({ number }) => number)).toEqual(migrations.map((_, index) => index + 1));
});

test('runs each migration once, also if several servers start at once', async () => {
  const ran = await Promise.all([migrate(pool), migrate(pool), migrate(pool)]);
  expect(ran.flat()).toEqual(migrations.map(({ number }) => number));
  expect(await migrate(pool)).toEqual([]);
});

test('a failed migration leaves nothing behind, nor do those before it of the same start', async () => {
  await expect(migrate(pool, [first, broken])).rejects.toThrow(
    /^Migration 2 \(broken\) failed: .*nonsense.*Nothing was changed/,
  );
  const { rows } = await pool.query<{ one: string | null; two: string | null }>(
    `select to_regclass('one') as one, to_regclass('two') as two`,
  );
  expect(rows).toEqual([{ one: null, two: null }]);
  expect(await migrate(pool, [first, { ...broken, sql: 'create table two (id integer)' }])).toEqual([1, 2]);
});

test('a migration that fails at a value of a row is named by the code of the error, without the value', async () => {
  const cast = { number: 2, name: 'cast', sql: `create table two as select 'luca@demo.example'::integer` };
  await expect(migrate(pool, [first, cast])).rejects.toThrow(/^Migration 2 \(cast\) failed: SQLSTATE 22P02\. Nothing/);
});

test('says which migration runs, if it changes a database with tables', async () => {
  const running: string[] = [];
  const second = { number: 2, name: 'second', sql: 'create table two (id integer)' };
  const onRun = ({ name }: { readonly name: string }) => running.push(name);
  await migrate(pool, [first], onRun);
  expect(running).toEqual([]);
  await migrate(pool, [first, second], onRun);
  expect(running).toEqual(['second']);
});

test('a check that waits for the end of the transaction does not keep the next migration from changing its table', async () => {
  const waiting = {
    ...first,
    sql: `create table one (id integer constraint one_id unique deferrable initially deferred);
      insert into one values (1)`,
  };
  const next = { number: 2, name: 'next', sql: 'update one set id = 2; ' };
  const changing = { number: 3, name: 'changing', sql: 'alter table one add column name text' };
  expect(await migrate(pool, [waiting, next, changing])).toEqual([1, 2, 3]);
});

test('keeps both snapshots that two people stored under one id, the first with the id', async () => {
  await migrate(pool, migrations.slice(0, 6));
  const [place, luca, giulia] = [1, 2, 3].map((last) => `00000000-0000-7000-8000-00000000000${last}`);
  const person = (id?: string) => `('${id}', '${place}', '${id}', '', 'OPERATOR', '', '')`;
  const pic = (id: number, by?: string) =>
    `('00000000-0000-7000-8000-${id}', '${place}', '${by}', '${id}.bin', 1, 'asked')`;
  await pool.query(`
    insert into companies (id, code, name) values ('${place}', 'C', 'C');
    insert into contacts (id, company_id, email, name, role, public_key, private_key)
      values ${person(luca)}, ${person(giulia)};
    insert into calls (id, company_id, caller_id, subject, crypto_schema, instant, started_at, rings_until)
      values ('${place}', '${place}', '${luca}', 's', 1, true, now(), now());
    insert into call_pics (id, call_id, contact_id, file_name, crypto_schema, client_id)
      values ${pic(100000000002, giulia)}, ${pic(100000000001, luca)};`);
  expect(await migrate(pool, migrations.slice(0, 7))).toEqual([7]);
  const { rows } = await pool.query('select file_name as file, client_id as id from call_pics order by id');
  expect(rows).toEqual([
    { file: '100000000001.bin', id: 'asked' },
    { file: '100000000002.bin', id: null },
  ]);
});

test('deletes beacons with numbers that no beacon has, and takes no more of them', async () => {
  await migrate(pool, migrations.slice(0, 78));
  const add = (...numbers: string[]) =>
    pool.query(`insert into triggers (scene_id, s_type, beacon_uuid, beacon_major, beacon_minor)
      select id, 2, gen_random_uuid(), major, minor from contents, (values ${numbers.join()}) as given (major, minor)`);
  await pool.query(`
    insert into companies (id, code, name) values ('00000000-0000-7000-8000-000000000001', 'C', 'C');
    insert into contents (id, company_id, ctn_view, visibility, date)
      values (1, '00000000-0000-7000-8000-000000000001', 11, 'public', now());`);
  await add('(0, 65535)', '(65536, 1)', '(1, 99999)');
  expect(await migrate(pool, migrations.slice(0, 79))).toEqual([79]);
  const { rows } = await pool.query('select beacon_major as major, beacon_minor as minor from triggers');
  expect(rows).toEqual([{ major: 0, minor: 65_535 }]);
  await expect(add('(1, 65536)')).rejects.toThrow('violates check constraint');
});

test('takes people out of calls that are closed, and leaves them in those that are open', async () => {
  await migrate(pool, migrations.slice(0, 84));
  const [company, open, closed] = [1, 2, 3].map((last) => `00000000-0000-7000-8000-00000000000${last}`);
  const end = (id?: string) => (id === closed ? `'2026-03-01T10:00:00Z'` : 'null');
  const call = (id?: string) => `('${id}', '${company}', '${company}', 's', 1, true, now(), now(), ${end(id)})`;
  await pool.query(`
    insert into companies (id, code, name) values ('${company}', 'C', 'C');
    insert into contacts (id, company_id, email, name, role, public_key, private_key)
      values ('${company}', '${company}', '', '', 'OPERATOR', '', '');
    insert into calls (id, company_id, caller_id, subject, crypto_schema, instant, started_at, rings_until, closed_at)
      values ${call(open)}, ${call(closed)};
    insert into call_targets (call_id, contact_id, state, annotations_color)
      select id, caller_id, 'joined', '' from calls;`);
  expect(await migrate(pool, migrations.slice(0, 85))).toEqual([85]);
  const { rows } = await pool.query('select call_id as id, state, left_at as "leftAt" from call_targets order by id');
  expect(rows).toEqual([
    { id: open, state: 'joined', leftAt: null },
    { id: closed, state: 'left', leftAt: new Date('2026-03-01T10:00:00Z') },
  ]);
});

test('refuses a database of a newer server', async () => {
  await migrate(pool, [first, { ...broken, sql: 'create table two (id integer)' }]);
  await expect(migrate(pool, [first])).rejects.toThrow(NewerDatabaseError);
});
