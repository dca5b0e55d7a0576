import { sql } from 'drizzle-orm';
import { expect, inject, test, vi } from 'vitest';
import { createDatabase, createPool, type Queries } from './database';
import { createStatement } from './statement';

const { connectionString } = inject('database');

test('a statement is built once for a database, answers for the values of each time, and works in a transaction', async () => {
  const build = vi.fn((db: Queries) =>
    db
      .select({ value: sql<string>`${sql.placeholder('value')}::text` })
      .from(sql`(values (1)) as one`)
      .prepare('a value'),
  );
  const statement = createStatement(build);
  const read = createStatement((queries) =>
    queries.select({ value: sql<string>`value` }).from(sql`written`).prepare('what was written'),
  );
  const pool = createPool(connectionString, () => undefined);
  const db = createDatabase(pool);
  expect(await statement(db).execute({ value: 'first' })).toEqual([{ value: 'first' }]);
  expect(await statement(db).execute({ value: 'second' })).toEqual([{ value: 'second' }]);
  expect(build).toHaveBeenCalledTimes(1);
  await db.transaction(async (transaction) => {
    await transaction.execute(sql`create temporary table written on commit drop as select 'inside' as value`);
    expect(await read(transaction).execute({})).toEqual([{ value: 'inside' }]);
  });
  await pool.end();
});
