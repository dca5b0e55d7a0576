import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { expect, inject, test } from 'vitest';
import { holdDatabase } from './hold';

async function emptyDatabase(): Promise<{ connectionString: string; admin: pg.Client }> {
  const { connectionString } = inject('database');
  const name = `hold_${randomUUID().replaceAll('-', '')}`;
  const admin = new pg.Client({ connectionString });
  await admin.connect();
  await admin.query(`create database ${name}`);
  return { connectionString: connectionString.replace(/\/[^/]*$/, `/${name}`), admin };
}

/** Breaks the connections of a server to its database, as a restart of the database does. */
const breakConnections = (admin: pg.Client, server: string) =>
  admin.query('select pg_terminate_backend(pid) from pg_stat_activity where application_name = $1', [server]);

const fail = (error: unknown) => {
  throw new Error('lost', { cause: error });
};

test('gives the database to one server; the error of the next names it', async () => {
  const { connectionString, admin } = await emptyDatabase();
  const first = await holdDatabase({ connectionString, isShared: false, pid: 41, port: 0, onLost: fail });
  await first.describe(8080);
  await expect(holdDatabase({ connectionString, isShared: false, pid: 42, port: 8081, onLost: fail })).rejects.toThrow(
    'This data is already in use by earth server, process 41, port 8080.',
  );
  await first.release();
  const second = await holdDatabase({ connectionString, isShared: false, pid: 42, port: 8081, onLost: fail });
  await second.release();
  await admin.end();
});

test('a server whose connection breaks takes the database again', async () => {
  const { connectionString, admin } = await emptyDatabase();
  const hold = await holdDatabase({ connectionString, isShared: false, pid: 43, port: 8080, onLost: fail });
  const holders = async () => {
    const { rows } = await admin.query<{ pid: number }>(
      `select pid from pg_stat_activity join pg_locks using (pid)
       where locktype = 'advisory' and granted and application_name = 'earth server, process 43, port 8080'`,
    );
    return rows.map(({ pid }) => pid);
  };
  const before = await holders();
  expect(before).toHaveLength(1);
  await breakConnections(admin, 'earth server, process 43, port 8080');
  await expect
    .poll(async () => (await holders()).filter((pid) => !before.includes(pid)).length, { timeout: 10_000 })
    .toBe(1);
  await hold.release();
  await admin.end();
});

test('notifies a server that finds another one in its place after a reconnect', async () => {
  const { connectionString, admin } = await emptyDatabase();
  let reportLost: (error: unknown) => void = () => undefined;
  const lost = new Promise((resolve) => {
    reportLost = resolve;
  });
  const first = await holdDatabase({ connectionString, isShared: false, pid: 45, port: 8080, onLost: reportLost });
  const other = new pg.Client({ connectionString });
  await other.connect();
  // The other one waits in the queue of the lock: it gets the lock the moment the first loses it.
  const taken = other.query('select pg_advisory_lock($1, $2)', [0x6561, 0x7274]);
  await breakConnections(admin, 'earth server, process 45, port 8080');
  await taken;
  await expect(lost).resolves.toMatchObject({ name: 'DatabaseHeldError' });
  await first.release();
  await other.end();
  await admin.end();
});
