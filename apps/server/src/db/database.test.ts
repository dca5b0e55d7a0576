import pg from 'pg';
import { expect, inject, test, vi } from 'vitest';
import { createPool } from './database';

const { connectionString } = inject('database');

test('if a connection breaks between two queries of a transaction, only the second query fails', async () => {
  const pool = createPool(connectionString, () => undefined);
  const admin = new pg.Client({ connectionString });
  await admin.connect();
  const client = await pool.connect();
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
  const isOver = new Promise((resolve) => client.once('end', resolve));
  await admin.query('select pg_terminate_backend($1)', [rows[0]?.pid]);
  await isOver;
  await expect(client.query('select 1')).rejects.toThrow(/not queryable/);
  client.release(true);
  expect((await pool.query('select 1 as one')).rows).toEqual([{ one: 1 }]);
  await Promise.all([pool.end(), admin.end()]);
});

test('reports connections that the database ends while they are in use, and not those that end while the pool closes', async () => {
  const errors: unknown[] = [];
  const pool = createPool(connectionString, (error) => errors.push(error));
  const [closing, broken] = [await pool.connect(), await pool.connect()];
  closing.release();
  broken.release();
  const end = new Error('terminating connection due to administrator command');
  broken.emit('error', end);
  expect(errors).toEqual([end]);
  const ended = pool.end();
  closing.emit('error', end);
  await ended;
  expect(errors).toEqual([end]);
});

test('`begin` takes no round trip, and what follows is in its transaction', async () => {
  const pool = createPool(connectionString, () => undefined);
  const client = await pool.connect();
  await client.query('create temporary table written (number int)');
  await client.query('begin');
  expect(client.getTransactionStatus(), 'as the database has said so far').toBe('I');
  await client.query('insert into written values (1)');
  expect(client.getTransactionStatus()).toBe('T');
  await client.query('rollback');
  expect((await client.query('select * from written')).rows).toEqual([]);
  client.release();
  await pool.end();
});

test('queries are sent without waiting for the answers before them, and fail alone', async () => {
  const pool = createPool(connectionString, () => undefined);
  const client = await pool.connect();
  const failing = client.query('select 1 / 0');
  const two = client.query('select 2 as number');
  const three = client.query('select $1::int as number', [3]);
  await expect(failing).rejects.toThrow(/division/);
  expect((await two).rows).toEqual([{ number: 2 }]);
  expect((await three).rows).toEqual([{ number: 3 }]);
  client.release();
  await pool.end();
});

test('queries sent together go to the database in one write', async () => {
  const pool = createPool(connectionString, () => undefined);
  const client = await pool.connect();
  const writes = vi.spyOn(client.connection.stream, '_writev');
  await client.query('begin');
  await Promise.all([client.query('select $1::int', [1]), client.query('select $1::int', [2])]);
  expect(writes).toHaveBeenCalledTimes(1);
  await client.query('rollback');
  client.release();
  await pool.end();
});
