import { sql } from 'drizzle-orm';
import { expect, inject, test, vi } from 'vitest';
import { createDatabase, createPool, type Queries } from './database';
import { createStatement } from './statement';

const { connectionString } = inject('database');

test('a statement is built once for a database and once for the transactions of a connection, and answers for the values of each time', async () => {
  const build = vi.fn((db: Queries) =>
    db
      .select({ value: sql<string>`${sql.placeholder('value')}::text` })
      .from(sql`(values (1)) as one`)
      .prepare('a value'),
  );
  const statement = createStatement(build);
  const buildRead = vi.fn((db: Queries) =>
    db.select({ value: sql<string>`value` }).from(sql`written`).prepare('what was written'),
  );
  const read = createStatement(buildRead);
  const pool = createPool(connectionString, () => undefined);
  const db = createDatabase(pool);
  expect(await statement(db).execute({ value: 'first' })).toEqual([{ value: 'first' }]);
  expect(await statement(db).execute({ value: 'second' })).toEqual([{ value: 'second' }]);
  expect(build).toHaveBeenCalledTimes(1);
  // The database is that of all tests.
  await pool.query('drop table if exists written');
  await pool.query('create table written (value text)');
  const rolledBack = db.transaction(async (transaction) => {
    await transaction.execute(sql`insert into written values ('inside')`);
    expect(await read(transaction).execute({})).toEqual([{ value: 'inside' }]);
    throw new Error('Rolled back');
  });
  await expect(rolledBack).rejects.toThrow('Rolled back');
  await db.transaction(async (transaction) => expect(await read(transaction).execute({})).toEqual([]));
  expect(buildRead).toHaveBeenCalledTimes(1);
  await pool.query('drop table written');
  await pool.end();
});
